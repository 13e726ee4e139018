/** The text a model really receives for a goal: with a context it is put in front; without one the goal stands alone. */
export function composePrompt(goal: string, context: string): string {
  return context === '' ? goal : `Context: ${context}\n\nTask: ${goal}`;
}

/** Remaining cooldown for a person: `2m` above 120 s, `45s` above 1 s, else `expiring now`. */
export function cooldownText(seconds: number): string {
  if (seconds > 120) return `${Math.round(seconds / 60)}m`;
  return seconds > 1 ? `${Math.round(seconds)}s` : 'expiring now';
}

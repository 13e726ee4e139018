/**
 * The `data` payloads of a text/event-stream, in order: line ends of any kind, comment lines (`: ping`) and other fields passed over, several
 * `data` lines of one event joined. The closing `[DONE]` is left out. A last event without its blank line counts.
 */
export function eventData(stream: string): string[] {
  const payloads: string[] = [];
  let current: string[] = [];
  const flush = (): void => {
    const payload = current.join('\n');
    current = [];
    if (payload !== '' && payload.trim() !== '[DONE]') payloads.push(payload);
  };
  for (const line of stream.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    if (line === '') flush();
    else if (/^data:/.test(line)) current.push(line.slice(line[5] === ' ' ? 6 : 5));
  }
  flush();
  return payloads;
}

/** Whether a text has the shape of an event stream, whatever its content type says. */
export function looksLikeEvents(text: string): boolean {
  return /^\s*(?:data|event|id|retry)?:/.test(text);
}

/** Whether the end of a stream says that nothing more will come, so that a server that keeps the connection open costs no time. */
export function endsStream(tail: string): boolean {
  return /(?:^|\n)(?:data: ?\[DONE\]|event: ?message_stop[\s\S]*?\n\r?)\r?\n/.test(tail);
}

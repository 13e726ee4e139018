/** The words of a command line in a unit file, quotes, escapes and doubled percent signs undone. */
export function commandWords(line: string): string[] {
  return [...line.matchAll(/"((?:\\.|[^"\\])*)"|[^\s"]+/g)].map(([word, quoted]) =>
    (quoted ?? word).replace(/\\(.)/g, '$1').replaceAll('%%', '%'),
  );
}

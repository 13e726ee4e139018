/**
 * A small deterministic generator (sfc32) of numbers in [0, 1). Hand-written because the platform has no seeded source
 * and twenty lines do not deserve a package; good enough to spread load, not for secrets.
 *
 * @param seed a non-negative integer of up to 53 bits; equal seeds give equal sequences
 */
export function seededRandom(seed: number): () => number {
  let a = seed >>> 0;
  let b = Math.floor(seed / 2 ** 32) >>> 0;
  let c = 0x9e3779b9;
  let counter = 1;
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  // The first outputs still show the seed; sfc32 is specified with a warm-up.
  for (let round = 0; round < 12; round++) next();
  return next;
}

import { gzip } from 'node:zlib';

/**
 * Whether an Accept-Encoding value asks for gzip (spec: http 2.6): the first element named `gzip` decides, any case;
 * its `q` must be a number above 0. `*` is not honoured.
 */
export function acceptsGzip(acceptEncoding: string | undefined): boolean {
  if (acceptEncoding === undefined) return false;
  for (const element of acceptEncoding.split(',')) {
    const [name = '', ...parameters] = element.split(';');
    if (name.trim().toLowerCase() !== 'gzip') continue;
    const quality = parameters
      .map((parameter) => parameter.split('='))
      .find(([key]) => key?.trim().toLowerCase() === 'q');
    return quality === undefined || isPositive(quality[1]);
  }
  return false;
}

function isPositive(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '' && Number(text) > 0;
}

/** Compresses a whole body off the event loop. */
export function compress(body: string | Buffer, done: (error: Error | null, bytes: Buffer) => void): void {
  gzip(body, done);
}

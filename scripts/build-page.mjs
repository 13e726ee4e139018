/**
 * The panel's page: modules and styles of src/panel/page bundled into one HTML document that loads nothing, because Hermes One frames it by
 * its text (srcdoc) and its policy forbids scripts from elsewhere.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const folder = new URL('../src/panel/page/', import.meta.url);

/** Makes the document and writes it to `outfile`. */
export async function buildPage(outfile) {
  const script = await bundle('main.tsx', {
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const style = await bundle('style/page.css', {});
  // Inline scripts and styles are allowed by the digest of just these, so nothing else that gets into the document runs.
  const policy = [
    "default-src 'none'",
    `script-src ${digest(script)}`,
    `style-src ${digest(style)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const template = readFileSync(new URL('page.html', folder), 'utf8');
  writeFileSync(
    outfile,
    template
      .replace('"CSP"', () => `"${policy}"`)
      .replace('/*STYLE*/', () => style)
      .replace('/*SCRIPT*/', () => script),
  );
}

async function bundle(entry, options) {
  const { outputFiles } = await build({
    entryPoints: [new URL(entry, folder).pathname],
    bundle: true,
    minify: true,
    write: false,
    charset: 'utf8',
    target: 'es2023',
    logLevel: 'warning',
    legalComments: 'none',
    ...options,
  });
  return outputFiles[0].text.trim();
}

function digest(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

// The preview for output cells of notebooks: one page without a server, into which the kernel writes what it knows for KNOWN.
import { readFile, rm, writeFile } from 'node:fs/promises';

/** Puts the built styles and scripts into the page. */
export async function writeOutputCell(built, page) {
  const read = (path) => readFile(path, 'utf8');
  const [html, themes, styles, script, worker] = await Promise.all(
    [
      'client/webview/output-cell/page.html',
      'playground/themes.css',
      `${built}/page.css`,
      `${built}/page.js`,
      'dist/webview/worker.js',
    ].map(read),
  );
  const parts = { STYLES: themes + styles, WORKER: inScript(worker), SCRIPT: inScript(script) };
  await writeFile(
    page,
    html.replace(/\/\* (STYLES|WORKER|SCRIPT) \*\//g, (_, part) => parts[part]),
  );
  await rm(built, { recursive: true });
}

/** Text that ends no script element. */
const inScript = (text) => text.replace(/<(?=\/script|!--)/gi, '\\x3c');

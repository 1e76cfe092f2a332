// Makes a page run an extension as on vscode.dev: loaded from another web server, in a web worker.
import { stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** A reserved name: the requests never leave the browser. */
const ORIGIN = 'https://extensions.invalid';

/**
 * Must be called before the page opens a folder. VS Code's server has no option for the web extension host (it ignores
 * `extensionDevelopmentKind` in the address), so the option is written into the page.
 *
 * @param {import('playwright-core').Page} page
 * @param {object} options
 * @param {string} options.extension the extension's folder, an absolute path
 * @param {string} [options.tests] the module below it whose `run()` the extension host calls
 */
export async function fromWebServer(page, { extension, tests }) {
  const { host } = new URL(ORIGIN);
  const at = (path) => ({ scheme: 'https', authority: host, path: `/${relative(extension, path)}` });
  const options = { extensions: [at(extension)], ...(tests && { extensionTestsPath: at(tests) }) };
  const before = '&quot;developmentOptions&quot;:{';
  const written = JSON.stringify(options).slice(1, -1).replaceAll('"', '&quot;');
  await page.route(
    ({ pathname, searchParams }) => pathname === '/' && searchParams.has('folder'),
    async (route) => {
      const response = await route.fetch();
      const html = await response.text();
      if (!html.includes(before)) throw new Error('The page of VS Code has no developmentOptions.');
      await route.fulfill({ response, body: html.replace(before, `${before}${written},`) });
    },
  );
  await page.context().route(`${ORIGIN}/**`, (route) => serve(route, extension));
}

/** Serves single files only, because a web server lists no folders. */
async function serve(route, folder) {
  const path = join(folder, decodeURIComponent(new URL(route.request().url()).pathname));
  const isFile = await stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
  const headers = { 'access-control-allow-origin': '*' };
  await route.fulfill(isFile ? { path, headers } : { status: 404, headers });
}

// Serves the playground's files, for users and tests.
import { once } from 'node:events';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.png': 'image/png',
};

/** Serves a folder on 127.0.0.1, on a free port unless one is named. `onSent` hears of each file that is sent. */
export async function servePlayground(folder, port = 0, onSent = (_file) => {}) {
  const server = createServer(({ method, url, headers }, response) => {
    const file = fileIn(folder, url);
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405).end();
    if (!file) return response.writeHead(404).end();
    const type = TYPES[extname(file)] ?? 'text/plain';
    const { size, mtimeMs } = statSync(file);
    const etag = `"${size}-${mtimeMs}"`;
    if (headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
    response.writeHead(200, {
      etag,
      'content-type': type.startsWith('image') ? type : `${type}; charset=utf-8`,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    if (method === 'HEAD') return response.end();
    onSent(file);
    createReadStream(file).pipe(response);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { address: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}

/** The file in the folder that an address refers to, if any. */
function fileIn(folder, url) {
  // Any request path keeps this host, and URL parsing removes dots that would leave the root.
  const path = new URL(`http://playground${url.replace(/^[^/]+/, '')}`).pathname;
  const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
  return existsSync(file) && statSync(file).isFile() ? file : undefined;
}

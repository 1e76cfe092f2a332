// Lets tests inside the extension host control the page like a user: each request names one action.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { actionsOn } from './actions.mjs';

/** Listens on 127.0.0.1 under a random path; the tests' report is written to a file. */
export async function startBridge(page, screenshots, file) {
  const known = { ...actionsOn(page, screenshots), report: (text) => writeFile(file, text) };
  const path = `/${randomUUID()}`;
  const server = createServer(async (request, response) => {
    // Tests in a browser send requests from another origin.
    response.setHeader('access-control-allow-origin', '*');
    if (request.url !== path) return response.writeHead(404).end();
    try {
      const [action, ...args] = await json(request);
      if (!Object.hasOwn(known, action)) throw new Error(`Unknown action ${action}`);
      const result = await known[action](...args);
      response.end(JSON.stringify({ result: result ?? null }));
    } catch (error) {
      response.writeHead(500).end(JSON.stringify({ error: error.message }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}${path}`,
    stop: async () => server.closeAllConnections(),
  };
}

// `npm run playground`: builds, then serves dist/playground on this machine only. Any static file server works as well.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { servePlayground } from './playground-server.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const build = spawn(process.execPath, [join(root, 'scripts', 'build.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
const [exitCode] = await once(build, 'exit');
if (exitCode !== 0) process.exit(exitCode ?? 1);
const { PORT = '0' } = process.env;
try {
  const { address } = await servePlayground(join(root, 'dist', 'playground'), Number(PORT));
  console.log(`The playground is at ${address} (Ctrl+C ends it).`);
} catch ({ code, message }) {
  const isTaken = code === 'EADDRINUSE';
  console.error(isTaken ? `Port ${PORT} is in use: name another one with PORT, or none.` : message);
  process.exit(1);
}

// `npm run playground`: builds, then serves dist/playground on this machine alone; any server of static files can.
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
const { address } = await servePlayground(join(root, 'dist', 'playground'), Number(process.env['PORT'] ?? 0));
console.log(`The playground is at ${address} (Ctrl+C ends it).`);

// `npm run site`: builds, then writes the documentation with the playground to dist/site, as any static file server shows it.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeSite } from './site/write-site.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { status } = spawnSync(process.execPath, [join('scripts', 'build.mjs')], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
const folder = join('dist', 'site');
await writeSite(folder, join('dist', 'playground'));
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.html'));
console.log(
  `${pages.length} pages in ${folder}: open ${pathToFileURL(join(folder, 'index.html'))}, or host the folder as it is.`,
);

// Packs the .vsix into a given folder, by default the current one.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { repositoryUrl } from './defines.mjs';
import { extensionPage } from './extension-page.mjs';

const [folder = '.'] = process.argv.slice(2);
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const packagePath = join(folder, `${name}-${version}.vsix`);

const readmePath = 'out/extension-page.md';
mkdirSync('out', { recursive: true });
writeFileSync(readmePath, extensionPage(readFileSync('README.md', 'utf8'), repositoryUrl));

// Reproducible archives: all files have a fixed time, the one that npm uses.
process.env['SOURCE_DATE_EPOCH'] = '499162500';
process.env['TZ'] = 'UTC';
// Everything is bundled, so no node_modules.
await createVSIX({ packagePath, readmePath, dependencies: false, allowMissingRepository: true });
console.log(`${packagePath}: ${(statSync(packagePath).size / 1024).toFixed(0)} KiB`);

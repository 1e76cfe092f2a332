// Makes the .vsix, in the folder given or here.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createVSIX } from '@vscode/vsce';

const [folder = '.'] = process.argv.slice(2);
const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));
const packagePath = join(folder, `${name}-${version}.vsix`);

// Everything is bundled, so no node_modules.
await createVSIX({ packagePath, dependencies: false, allowMissingRepository: true });
console.log(`${packagePath}: ${(statSync(packagePath).size / 1024).toFixed(0)} KiB`);

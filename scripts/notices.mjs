// The packages in the bundles: their licences, most of which must be distributed with the code, and their list.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The packages in esbuild's metafiles, sorted by name and version. */
export function bundledPackages(metafiles) {
  return [...bundledFiles(metafiles)]
    .map(([folder, files]) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      return { title: `${name} ${version}, license ${license}`, name, version, license, folder, files };
    })
    .sort((one, other) => (one.title < other.title ? -1 : 1));
}

/** One text for all packages: a list, then the licences. */
export function thirdPartyNotices(packages) {
  const list = packages.map(({ title }) => `- ${title}\n`).join('');
  const rule = `\n${'-'.repeat(80)}\n\n`;
  const notices = packages.map(
    ({ title, folder, files }) => `${rule}${title}\n\n${licenceText(folder, files)}\n`,
  );
  return `This software contains the following packages:\n\n${list}${notices.join('')}`;
}

/** The list of a product's packages for machines, in CycloneDX 1.5; without a time, so that each build gives the same. */
export function billOfMaterials(product, packages) {
  const component = ({ name, version, license }, type) => ({
    type,
    'bom-ref': packageUrl(name, version),
    name,
    version,
    licenses: [{ expression: license }],
    purl: packageUrl(name, version),
  });
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: component(product, 'application') },
    components: packages.map((item) => component(item, 'library')),
  };
  return `${JSON.stringify(bill, undefined, 2)}\n`;
}

/** The `@` of a scope is escaped in such an address. */
function packageUrl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
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

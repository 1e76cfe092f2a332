// Makes the site of the documentation: static files that any server, or a browser from a disk, shows.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, posix } from 'node:path';
import { build } from 'esbuild';
import { bundledPackages, thirdPartyNotices } from '../notices.mjs';
import { layout } from './layout.mjs';
import { readPage, relative } from './markdown.mjs';
import { addresses as allAddresses } from './pages.mjs';

const IMAGES = 'docs/images/';

const SEARCH_PAGE = `<h1 id="search">Search</h1>
<form><input type="search" name="q" aria-label="Search" autocomplete="off" spellcheck="false" autofocus></form>
<p id="found" role="status"></p>
<ol id="results"></ol>
<noscript><p>The search runs in the browser and needs JavaScript. <a href="rules/index.html">All rules</a> are on one page.</p></noscript>
`;

/** Writes the site into a folder, which is emptied before; the playground is copied from where the build made it. */
export async function writeSite(folder, playground) {
  const addresses = allAddresses();
  /** Files of the repository that pages link to, by their address in the site. */
  const copied = new Map([['images/icon.png', `${IMAGES}icon.png`]]);
  await rm(folder, { recursive: true, force: true });
  const write = async (address, text) => {
    const path = join(folder, address);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };

  const texts = [];
  for (const [file, address] of addresses) {
    const { html, title, sections } = readPage(await readFile(file, 'utf8'), (target) =>
      linkFrom(file, address, target, addresses, copied),
    );
    texts.push(...foundIn(address, title, sections));
    await write(address, layout({ address, title, html, sections, addresses }));
  }
  const scripts = ['search-texts.js', 'search.js'].map((name) => `\n<script src="${name}" defer></script>`);
  await write(
    'search.html',
    layout({
      address: 'search.html',
      title: 'Search',
      html: SEARCH_PAGE,
      sections: [],
      addresses,
      script: scripts.join(''),
    }),
  );
  await write('search-texts.js', `globalThis.SEARCH_TEXTS = ${JSON.stringify(texts)};\n`);
  for (const [address, file] of copied) {
    await mkdir(dirname(join(folder, address)), { recursive: true });
    await cp(file, join(folder, address));
  }
  const { metafile } = await build({
    entryPoints: ['site.js', 'site.css', 'search.js'].map((name) => `scripts/site/${name}`),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    outdir: folder,
    metafile: true,
    logLevel: 'warning',
  });
  await write('third-party-notices.txt', thirdPartyNotices(bundledPackages([metafile])));
  await cp(playground, join(folder, 'playground'), { recursive: true });
}

/** What the search finds of a page: its sections, but a rule as a whole. Each has its address, page, title and text. */
function foundIn(address, page, sections) {
  if (address.startsWith('rules/') && address !== 'rules/index.html')
    return [[address, page, page, rule(sections).join(' ')]];
  return sections.map(({ level, id, title, text }) => [
    level === 1 ? address : `${address}#${id}`,
    page,
    title,
    text,
  ]);
}

/** Every rule is silenced in the same way. */
const rule = (sections) => sections.filter(({ id }) => id !== 'silence-it').map(({ text }) => text);

/** The address of a link on a page; files that are no pages are copied beside them, as text. */
function linkFrom(file, address, target, addresses, copied) {
  if (/^\w+:/.test(target)) return target;
  if (target.startsWith('#')) return target;
  const [path, anchor] = posix.join(posix.dirname(file), target).split('#');
  const page = addresses.get(path);
  if (page) return relative(address, anchor === undefined ? page : `${page}#${anchor}`);
  const copy = path.startsWith(IMAGES) ? `images/${basename(path)}` : `files/${path.replace(/^\./, '')}.txt`;
  copied.set(copy, path);
  return relative(address, copy);
}

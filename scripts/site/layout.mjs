// The frame of every page of the site.
import { escaped, relative } from './markdown.mjs';
import { NAVIGATION } from './pages.mjs';

/** Pages with fewer headings than these need no list of them. */
const MIN_LISTED = 5;

/**
 * A whole page. `address` is its own, and `addresses` has those of all pages by file; every link of the frame is relative, so
 * that the site works below any path, and from a disk.
 */
export function layout({ address, title, html, sections, addresses, script = '' }) {
  const to = (target) => escaped(relative(address, target) || '#');
  const isRule = address.startsWith('rules/');
  const navigation = NAVIGATION.map(([name, pages]) => {
    const links = Object.entries(pages).map(([file, words]) => {
      const target = addresses.get(file);
      const isHere = target === address || (isRule && file === 'docs/rules/README.md');
      return `<li><a href="${to(target)}"${isHere ? ' aria-current="page"' : ''}>${words}</a></li>`;
    });
    const playground =
      name === 'Use'
        ? `<li><a class="playground" href="${to('playground/index.html')}">Playground</a></li>`
        : '';
    return `<h2>${name}</h2><ul>${links.join('')}${playground}</ul>`;
  }).join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}${address === 'index.html' ? '' : ' · TPU Embedding Tools'}</title>
<link rel="icon" href="${to('images/icon.png')}">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('site.js')}" defer></script>${script}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="home" href="${to('index.html')}"><img src="${to('images/icon.png')}" alt="" width="24" height="24"> TPU Embedding Tools</a>
<form role="search" action="${to('search.html')}"><input type="search" name="q" aria-label="Search all pages" placeholder="Search" autocomplete="off" spellcheck="false"><button>Search</button></form>
</header>
<div class="columns">
<nav aria-label="All pages">${navigation}</nav>
<main id="content">
${contents(sections)}${html}</main>
</div>
</body>
</html>
`;
}

/** The headings of a long page. */
function contents(sections) {
  const listed = sections.filter(({ level }) => level === 2);
  if (listed.length < MIN_LISTED) return '';
  const links = listed.map(({ id, title }) => `<li><a href="#${id}">${escaped(title)}</a></li>`);
  return `<details class="contents"><summary>On this page</summary><ul>${links.join('')}</ul></details>\n`;
}

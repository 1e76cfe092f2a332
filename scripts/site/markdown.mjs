// Markdown as HTML, with the texts that the search finds.
import { posix } from 'node:path';
import { Marked } from 'marked';
import { slug } from './slug.mjs';

/**
 * A page: its HTML, its title, its headings below that, and its sections as plain text. `linkTo` gives the address of a link
 * to a file of the repository.
 *
 * @typedef {{ level: number, id: string, title: string, text: string }} Section
 * @param {string} markdown
 * @param {(target: string) => string} linkTo
 * @returns {{ html: string, title: string, sections: Section[] }}
 */
export function readPage(markdown, linkTo) {
  /** @type {Section[]} */
  const sections = [];
  const seen = new Map();
  const idOf = (title) => {
    const name = slug(title);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return before === 0 ? name : `${name}-${before}`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const title = plain(html);
        const id = idOf(title);
        sections.push({ level: depth, id, title, text: '' });
        const link =
          depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to ${escaped(title)}">#</a>`;
        return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escaped(linkTo(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        return `<img src="${escaped(linkTo(href))}" alt="${escaped(text)}" loading="lazy">`;
      },
      html({ text }) {
        return text.replaceAll(
          /\b(src|srcset)="([^"]*)"/g,
          (_, name, target) => `${name}="${escaped(linkTo(target))}"`,
        );
      },
      // A person who uses the keyboard scrolls wide content by its arrow keys.
      code({ text, lang }) {
        return `<pre tabindex="0"><code${lang ? ` class="${lang}"` : ''}>${escaped(text)}</code></pre>\n`;
      },
      table(token) {
        const name = escaped(
          token.header
            .map(({ text }) => plain(text))
            .filter(Boolean)
            .join(', '),
        );
        const row = (cells, tag) =>
          `<tr>${cells.map(({ tokens }) => cell(this.parser.parseInline(tokens), tag)).join('')}</tr>`;
        return `<div class="table" role="group" aria-label="Table: ${name}" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(markdown.replaceAll(/^<!--[\s\S]*?-->\n|<!--[\s\S]*?-->/gm, ''));
  const html = tokens
    .map((token) => {
      const links = Object.assign([token], { links: tokens.links });
      const part = marked.parser(links);
      const last = sections.at(-1);
      if (last && token.type !== 'heading') last.text += `${plain(part)} `;
      return part;
    })
    .join('');
  return { html, title: sections[0]?.title ?? '', sections };
}

/** A heading of nothing is no heading. */
const cell = (html, tag) =>
  tag === 'th' && html !== '' ? `<th scope="col">${html}</th>` : `<td>${html}</td>`;

/** The address of a link on a page, from the page's own folder. */
export function relative(from, to) {
  const [path, anchor] = to.split('#');
  const target = path === from ? '' : posix.relative(posix.dirname(from), path);
  return anchor === undefined ? target : `${target}#${anchor}`;
}

export const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** HTML as text. */
const plain = (html) =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();

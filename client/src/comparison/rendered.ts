// A comparison as a page without scripts: its values are links to their places.
import { escaped, webPage } from '../html';
import type { Page, PageLink } from './page';

interface Surroundings {
  /** The language tag for HTML. */
  readonly language: string;
  /** The source of styles in the content security policy. */
  readonly cspSource: string;
  /** The URIs of the style sheets. */
  readonly styles: readonly string[];
  /** Where a link leads. */
  readonly hrefOf: (link: PageLink) => string;
}

/** The elements of lines, by how these begin in Markdown. */
const ELEMENTS = [
  ['# ', 'h1'],
  ['## ', 'h2'],
  ['- ', 'li'],
  ['', 'p'],
] as const;

export const rendered = (page: Page, { language, cspSource, styles, hrefOf }: Surroundings): string =>
  webPage({
    language,
    policy: [`style-src ${cspSource}`],
    title: page.text.slice('# '.length, page.text.indexOf('\n')),
    styles,
    body: `  <main class="comparison">
${inLists(elementsOf(page, hrefOf)).join('\n')}
  </main>`,
  });

const elementsOf = ({ text, links }: Page, hrefOf: Surroundings['hrefOf']): string[] =>
  text.split('\n').flatMap((line, i) => {
    if (line === '') return [];
    const [mark, element] = ELEMENTS.find(([mark]) => line.startsWith(mark))!;
    const words = linked(
      line,
      mark.length,
      links.filter((link) => link.line === i),
      hrefOf,
    );
    return [`<${element}>${words}</${element}>`];
  });

/** A line from a column on, its links in their order. */
function linked(
  line: string,
  from: number,
  links: readonly PageLink[],
  hrefOf: Surroundings['hrefOf'],
): string {
  let html = '';
  let at = from;
  for (const link of links) {
    const words = escaped(line.slice(link.start, link.end));
    html += `${escaped(line.slice(at, link.start))}<a class="${link.side}" href="${escaped(hrefOf(link))}">${words}</a>`;
    at = link.end;
  }
  return html + escaped(line.slice(at));
}

/** Items that follow each other are a list. */
const inLists = (elements: readonly string[]): string[] =>
  elements.flatMap((element, i) => {
    const isItem = (other?: string) => other?.startsWith('<li>') === true;
    if (!isItem(element)) return [element];
    return [
      ...(isItem(elements[i - 1]) ? [] : ['<ul>']),
      element,
      ...(isItem(elements[i + 1]) ? [] : ['</ul>']),
    ];
  });

// The page that searches: all in the browser, with the texts of search-texts.js, so that it needs no server.
import MiniSearch from 'minisearch';

/** What each section of the site says. */
const texts = globalThis.SEARCH_TEXTS.map(([address, page, title, text], id) => ({
  id,
  address,
  page,
  title,
  text,
}));

const SHOWN = 30;
const EXCERPT = 180;

/** Names as `learning-rate-zero` and `max_ids_per_partition` count as a whole and by their words. */
const words = (text) => {
  const names = text.match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];
  return names.flatMap((name) => (/[-_.]/.test(name) ? [name, ...name.split(/[-_.]/)] : [name]));
};

const index = new MiniSearch({
  fields: ['title', 'page', 'text'],
  tokenize: words,
  searchOptions: {
    boost: { title: 4, page: 2 },
    prefix: (word) => word.length > 2,
    combineWith: 'AND',
  },
});
index.addAll(texts);

const field = document.querySelector('main input[type=search]');
const list = document.querySelector('#results');
const status = document.querySelector('#found');

/** Some words of a text around the first one that was found. */
function excerpt(text, found) {
  const lower = text.toLowerCase();
  const places = found.map((word) => lower.indexOf(word)).filter((place) => place >= 0);
  const start = text.lastIndexOf(' ', Math.max(0, Math.min(...places, text.length) - EXCERPT / 3)) + 1;
  const end = text.indexOf(' ', start + EXCERPT);
  const part = end < 0 ? text.slice(start) : text.slice(start, end);
  return `${start > 0 ? '… ' : ''}${part.trim()}${end < 0 ? '' : ' …'}`;
}

const element = (name, text, more = {}) =>
  Object.assign(document.createElement(name), { textContent: text }, more);

/** Words that nothing has are taken as misspelt. */
function search(query) {
  const found = index.search(query);
  return found.length > 0 ? found : index.search(query, { fuzzy: (word) => (word.length > 4 ? 0.2 : false) });
}

function show() {
  const query = field.value.trim();
  const found = query === '' ? [] : search(query);
  list.replaceChildren(
    ...found.slice(0, SHOWN).map(({ id, terms }) => {
      const { address, page, title, text } = texts[id];
      const item = document.createElement('li');
      const place = title === page ? page : `${title} · ${page}`;
      item.append(element('a', place, { href: address }), element('p', excerpt(text, terms)));
      return item;
    }),
  );
  status.textContent = query === '' ? '' : found.length === 1 ? '1 place' : `${found.length} places`;
  document.title = `${query === '' ? 'Search' : `Search: ${query}`} · TPU Embedding Tools`;
}

field.value = new URLSearchParams(location.search).get('q') ?? '';
field.addEventListener('input', () => {
  history.replaceState(null, '', `?q=${encodeURIComponent(field.value)}`);
  show();
});
field.form.addEventListener('submit', (event) => event.preventDefault());
show();

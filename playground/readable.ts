// HTML that Markdown became, as far as it may stand in the page.

/** Where pages of rules are, which the page shows itself. */
export const RULE_PAGES = 'playground:/rules';

/** The code of the rule whose page a link leads to, if it leads to one. */
export const ruleOf = (href: string): string | undefined => /^playground:\/rules\/([\w-]+)/.exec(href)?.[1];

/** Elements that Markdown makes; of others their text stays. */
const KEPT = new Set(
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre span strong table tbody td th thead tr ul'
    .toUpperCase()
    .split(' '),
);

/** Attributes that carry meaning: colours of code, and links to elsewhere in the page or to the web. */
const isKept = (name: string, value: string) =>
  name === 'class' || (name === 'href' && (value.startsWith('https://') || ruleOf(value) !== undefined));

/** The page's policy runs no script of such a text either; here it also loses what would look wrong. */
export function readable(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    if (!KEPT.has(element.tagName)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    for (const { name, value } of [...element.attributes])
      if (!isKept(name, value)) element.removeAttribute(name);
    if (element.getAttribute('href')?.startsWith('https:')) {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noreferrer');
    }
  }
  return body.innerHTML;
}

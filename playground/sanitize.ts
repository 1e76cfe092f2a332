// Sanitizes HTML that was made from Markdown.

/** The address of rules' pages, which the page opens itself. */
export const RULE_PAGES = 'playground:/rules';

/** The code of the rule that a link leads to, if any. */
export const ruleOf = (href: string): string | undefined => /^playground:\/rules\/([\w-]+)/.exec(href)?.[1];

/** Elements that Markdown produces; other elements are replaced by their text. */
const ALLOWED = new Set(
  'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr li ol p pre span strong table tbody td th thead tr ul'
    .toUpperCase()
    .split(' '),
);

/** Attributes with a meaning: classes for code colours, and links inside the page or to the web. */
const isAllowed = (name: string, value: string) =>
  name === 'class' || (name === 'href' && (value.startsWith('https://') || ruleOf(value) !== undefined));

/** The page's content security policy already blocks scripts; this also removes elements that would look wrong. */
export function sanitized(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('*')) {
    if (!ALLOWED.has(element.tagName)) {
      element.replaceWith(...element.childNodes);
      continue;
    }
    for (const { name, value } of [...element.attributes])
      if (!isAllowed(name, value)) element.removeAttribute(name);
    if (element.getAttribute('href')?.startsWith('https:')) {
      element.setAttribute('target', '_blank');
      element.setAttribute('rel', 'noreferrer');
    }
  }
  return body.innerHTML;
}

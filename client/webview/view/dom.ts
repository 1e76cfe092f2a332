// Elements without a framework.

type Child = Node | string | undefined;
type Attributes = Record<string, string | number | boolean | undefined>;

/** An element with attributes and children; an attribute that is true stands without a value, one that is false not. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  setAll(element, attributes);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

const NAMESPACE = 'http://www.w3.org/2000/svg';

export function svg<Tag extends keyof SVGElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): SVGElementTagNameMap[Tag] {
  const element = document.createElementNS(NAMESPACE, tag);
  setAll(element, attributes);
  element.append(...children.filter((child) => child !== undefined));
  return element;
}

function setAll(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
}

export function set(element: Element, name: string, value: string | number | boolean | undefined): void {
  const text = value === undefined || value === false ? null : value === true ? '' : String(value);
  // What is there already costs the browser no picture.
  if (element.getAttribute(name) === text) return;
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

/** Writes the text only where it changed: screen readers read again what is written again. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A button with a text and maybe more to say, or with an icon and a name for those who do not see it. */
export function button(
  content: string | SVGElement,
  hint: string | undefined,
  onClick: () => void,
  attributes: Attributes = {},
): HTMLButtonElement {
  const element = el('button', { type: 'button', ...attributes }, content);
  set(element, 'title', hint);
  if (typeof content !== 'string') set(element, 'aria-label', hint);
  element.addEventListener('click', onClick);
  return element;
}

/** A drop-down of titles by value. */
export function select(
  options: Record<string, string>,
  onChange: (value: string) => void,
  attributes: Attributes = {},
): HTMLSelectElement {
  const element = el(
    'select',
    attributes,
    ...Object.entries(options).map(([value, title]) => el('option', { value }, title)),
  );
  element.addEventListener('change', () => onChange(element.value));
  return element;
}

/** A part of the page with its heading, and room in the heading's row. */
export function section(
  id: string,
  title: string,
  ...aside: Child[]
): { element: HTMLElement; body: HTMLElement } {
  const body = el('div', { class: 'body' });
  const heading = el('h2', { id: `${id}-title` }, title);
  const element = el(
    'section',
    { id, 'aria-labelledby': `${id}-title` },
    el('div', { class: 'heading' }, heading, ...aside),
    body,
  );
  return { element, body };
}

/** A name above a field. */
export function field(title: string, input: HTMLElement): HTMLElement {
  return el('div', { class: 'field' }, el('label', { for: input.id }, title), input);
}

/** Moves the focus to a field, wherever on the page it is. */
export function goTo(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  const details = element?.closest('details');
  if (details) details.open = true;
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}

let ids = 0;
/** An id that nothing else on the page has. */
export const newId = (prefix: string) => `${prefix}-${++ids}`;

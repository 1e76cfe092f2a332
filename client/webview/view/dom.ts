// DOM helpers, used instead of a framework.

type Child = Node | string | undefined;
type Attributes = Record<string, string | number | boolean | undefined>;

/** An element with attributes and children. `true` sets an attribute without a value, `false` omits it. */
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
  // Setting an equal value would still cost the browser a frame.
  if (element.getAttribute(name) === text) return;
  if (text === null) element.removeAttribute(name);
  else element.setAttribute(name, text);
}

/** Writes the text only if it changed, because screen readers read written text again. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** A button with a text and an optional tooltip, or with an icon and an accessible name. */
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

/** A drop-down list; `titles` are by value. */
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

/** A section with a heading, and space for more in the heading's row. */
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

/** A labelled field. */
export function field(title: string, input: HTMLElement): HTMLElement {
  return el('div', { class: 'field' }, el('label', { for: input.id }, title), input);
}

/** Moves the focus to a field anywhere on the page. */
export function goTo(selector: string): void {
  const element = document.querySelector<HTMLElement>(selector);
  const details = element?.closest('details');
  if (details) details.open = true;
  element?.focus();
  element?.scrollIntoView({ block: 'center' });
}

let ids = 0;
/** An id that is unique on the page. */
export const newId = (prefix: string) => `${prefix}-${++ids}`;

// DOM helpers.

/** A button that runs an action. */
export function button(text: string, act: () => void, attributes: Record<string, string> = {}) {
  const element = document.createElement('button');
  element.type = 'button';
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.addEventListener('click', act);
  return element;
}

export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}

/** A sentence with names in backticks. */
export function withCode(sentence: string): DocumentFragment {
  const fragment = document.createDocumentFragment();
  const parts = sentence.split('`');
  // With an odd number of backticks, one of them is literal.
  if (parts.length % 2 === 0) fragment.append(sentence);
  else fragment.append(...parts.map((part, i) => (i % 2 === 1 ? el('code', '', part) : part)));
  return fragment;
}

/** Finds an element that the page is known to have. */
export function one<Found extends HTMLElement = HTMLElement>(selector: string): Found {
  return document.querySelector<Found>(selector)!;
}

/** Runs the action once no further call has come for a while. */
export function debounced(action: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(action, milliseconds);
  };
}

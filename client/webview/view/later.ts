import type { View } from '../app';
import { el } from './dom';

/** Parts of the page that are loaded from a separate script. */
export interface Parts<Name extends string> {
  elements: Record<Name, HTMLElement>;
  show(view: View): void;
}

/** Loads parts when they are first needed; `onCome` is called when they are ready. */
export function later<Name extends string>(
  names: readonly Name[],
  load: () => Promise<Parts<Name>>,
  isWanted: (view: View) => boolean,
  onCome: () => void,
): { places: Record<Name, HTMLElement>; show(view: View): void } {
  const places = {} as Record<Name, HTMLElement>;
  for (const name of names) places[name] = el('div', { class: 'later' });
  let parts: Parts<Name> | undefined;
  let asked = false;

  async function fetchThem(): Promise<void> {
    parts = await load();
    for (const name of names) places[name].append(parts.elements[name]);
    onCome();
  }

  return {
    places,
    show(view) {
      if (isWanted(view) && !asked) {
        asked = true;
        void fetchThem();
      }
      parts?.show(view);
    },
  };
}

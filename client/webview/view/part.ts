import type { View } from '../app';

/** A part of the page. */
export interface Part {
  element: HTMLElement;
  show(view: View): void;
}

import { svg } from './dom';

/** Paths in a 16 × 16 square. */
const OUTLINES = {
  reset: 'M3 3v10M13 3.5v9L5.5 8z',
  back: 'M10.5 3.5v9L4 8zM13 4v8',
  play: 'M4.5 3v10l8-5z',
  pause: 'M5 3v10M11 3v10',
  replay: 'M13 3v4H9M12.700 7a5 5 0 1 0-.2 3.500',
  step: 'M5.5 3.5v9L12 8zM3 4v8',
  pin: 'M6 2h4l-.5 5 2.5 2.5H4L6.500 7zM8 9.500V14',
  revert: 'M4 3v4h4M4.300 7a5 5 0 1 1 .2 3.500',
} as const;

type Icon = keyof typeof OUTLINES;

export function icon(name: Icon): SVGElement {
  return svg(
    'svg',
    { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: OUTLINES[name] }),
  );
}

/** Shows another icon in a button. */
export function setIcon(button: HTMLElement, name: Icon): void {
  button.querySelector('path')?.setAttribute('d', OUTLINES[name]);
}

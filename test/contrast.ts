// Contrast of colours, as WCAG defines it.
import assert from 'node:assert/strict';

/** Contrast ratio of two opaque colours: 1 for equal ones, 21 for black and white. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
  return (light! + 0.05) / (dark! + 0.05);
}

function luminance(colour: string): number {
  const parts = colour.match(/^rgb\((\d+), (\d+), (\d+)\)$/);
  assert(parts, `${colour} is not opaque`);
  const [red, green, blue] = parts
    .slice(1)
    .map(Number)
    .map((part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

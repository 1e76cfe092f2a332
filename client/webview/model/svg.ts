// Charts as an SVG file.
import { DASHES, type Role, type Shape, STROKES } from './chart';

/** Colours by the purpose of a shape, and the other styles of a file. */
export interface Look {
  colours: Record<Role, string>;
  background: string;
  foreground: string;
  font: string;
}

/** A chart and its position in the picture. */
interface Placed {
  x: number;
  y: number;
  title: string;
  shapes: readonly Shape[];
}

/** A line of text, optionally bold or after a sample of a curve's line. */
export interface Note {
  role?: Role;
  isBold?: true;
  text: string;
}

/** Charts under a heading. */
export interface Picture {
  heading: string;
  notes: readonly Note[];
  charts: readonly Placed[];
  width: number;
  height: number;
}

export const PADDING = 14;
export const HEADING_Y = 24;
const NOTE_HEIGHT = 17;
/** Width of the line sample before a note. */
export const KEY_WIDTH = 26;

/** The y position of each note. */
export const noteY = (index: number) => HEADING_Y + 20 + index * NOTE_HEIGHT;

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);

/** The SVG document of a picture. */
export function svgDocument({ heading, notes, charts, width, height }: Picture, look: Look): string {
  const text = (x: number, y: number, size: number, content: string, weight: number | undefined = 400) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${escaped(look.foreground)}">${escaped(content)}</text>`;
  const groups = charts.map(
    ({ x, y, title, shapes }) =>
      `<g transform="translate(${x} ${y})">${text(0, -6, 12, title, 600)}${shapes
        .map((shape) => element(shape, look))
        .join('')}</g>`,
  );
  const lines = notes.map(({ role, isBold, text: content }, index) => {
    const y = noteY(index);
    const key = role ? element(lineSample(role, y), look) : '';
    return `${key}${text(role ? PADDING + KEY_WIDTH + 8 : PADDING, y, isBold ? 12 : 11, content, isBold && 600)}`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${escaped(look.font)}">`,
    `<title>${escaped(heading)}</title>`,
    `<rect width="${width}" height="${height}" fill="${escaped(look.background)}"/>`,
    text(PADDING, HEADING_Y, 14, heading, 600),
    ...lines,
    ...groups,
    '</svg>\n',
  ].join('\n');
}

/** A sample of a curve's line, before its name. */
export const lineSample = (role: Role, y: number): Shape => ({
  kind: 'line',
  role,
  dash: DASHES[role],
  d: `M${PADDING} ${y - 4}h${KEY_WIDTH}`,
});

function element(shape: Shape, { colours }: Look): string {
  const colour = escaped(colours[shape.role]);
  switch (shape.kind) {
    case 'line': {
      const strokes = STROKES[shape.dash].join(' ');
      const dash = strokes && ` stroke-dasharray="${strokes}"`;
      const opacity = shape.faint ? ` opacity="${FAINT}"` : '';
      return `<path d="${shape.d}" fill="none" stroke="${colour}" stroke-width="${strokeWidth(shape.role)}"${dash}${opacity}/>`;
    }
    case 'marker':
      return `<path d="${shape.d}" fill="${shape.hollow ? 'none' : colour}" stroke="${colour}" stroke-width="1.2"/>`;
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}" font-size="11" fill="${colour}">${escaped(shape.text)}</text>`;
  }
}

const WIDTHS: { [Name in Role]?: number } = {
  a: 1.8,
  b: 1.8,
  ghost: 1.5,
  frequent: 1.8,
  middling: 1.8,
  rare: 1.8,
};
export const strokeWidth = (role: Role) => WIDTHS[role] ?? 1;

/** Opacity of everything after the current step. */
export const FAINT = 0.35;

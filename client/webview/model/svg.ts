// Charts as a file of their own.
import type { Role, Shape } from './chart';

/** Colours by what a shape is for, and what a file needs beside. */
export interface Look {
  colours: Record<Role, string>;
  background: string;
  foreground: string;
  font: string;
}

/** A chart and where it stands in the picture. */
export interface Placed {
  x: number;
  y: number;
  title: string;
  shapes: readonly Shape[];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (character) => ESCAPES[character]!);

/** The SVG document of charts under a heading. */
export function svgDocument(
  heading: string,
  charts: readonly Placed[],
  width: number,
  height: number,
  look: Look,
): string {
  const text = (x: number, y: number, size: number, content: string, weight = 400) =>
    `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${escaped(look.foreground)}">${escaped(content)}</text>`;
  const groups = charts.map(
    ({ x, y, title, shapes }) =>
      `<g transform="translate(${x} ${y})">${text(0, -6, 12, title, 600)}${shapes
        .map((shape) => element(shape, look))
        .join('')}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${escaped(look.font)}">`,
    `<title>${escaped(heading)}</title>`,
    `<rect width="${width}" height="${height}" fill="${escaped(look.background)}"/>`,
    text(12, 22, 13, heading, 600),
    ...groups,
    '</svg>\n',
  ].join('\n');
}

function element(shape: Shape, { colours }: Look): string {
  const colour = escaped(colours[shape.role]);
  switch (shape.kind) {
    case 'line': {
      const dash = shape.dashed ? ' stroke-dasharray="5 3"' : '';
      return `<path d="${shape.d}" fill="none" stroke="${colour}" stroke-width="${strokeWidth(shape.role)}" stroke-linecap="round"${dash}/>`;
    }
    case 'marker':
      return `<path d="${shape.d}" fill="${shape.hollow ? 'none' : colour}" stroke="${colour}" stroke-width="1.2"/>`;
    case 'text':
      return `<text x="${shape.x}" y="${shape.y}" text-anchor="${shape.anchor}" font-size="10" fill="${colour}">${escaped(shape.text)}</text>`;
  }
}

export const strokeWidth = (role: Role) => (role === 'a' || role === 'b' ? 1.6 : 1);

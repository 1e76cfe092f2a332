// The charts as a single picture.
import { chartOf, type Drawing, type Role, type Shape, STROKES } from '../model/chart';
import { t } from '../model/l10n';
import {
  FAINT,
  HEADING_Y,
  KEY_WIDTH,
  type Look,
  lineSample,
  type Note,
  noteY,
  PADDING,
  type Picture,
  strokeWidth,
} from '../model/svg';

/** The size of each chart, independent of its size on the page. */
export const SIZE = { width: 420, height: 170 };
const CAPTION_HEIGHT = 24;
/** Characters of a note that fit into a line below two charts. */
const LINE = 150;

/** Arranges two charts per row. */
export function arrange(
  heading: string,
  notes: readonly Note[],
  drawn: readonly { title: string; shapes: readonly Shape[] }[],
): Picture {
  const lines = notes.flatMap(({ role, isBold, text }) =>
    wrapped(text).map((line, index) => ({
      ...(index === 0 && role && { role }),
      ...(isBold && { isBold }),
      text: line,
    })),
  );
  const rowHeight = CAPTION_HEIGHT + SIZE.height;
  const columns = 2;
  const top = noteY(lines.length);
  const charts = drawn.map(({ title, shapes }, index) => ({
    x: PADDING + (index % columns) * (SIZE.width + PADDING),
    y: top + CAPTION_HEIGHT - 8 + Math.floor(index / columns) * rowHeight,
    title,
    shapes,
  }));
  return {
    heading,
    notes: lines,
    charts,
    width: PADDING + columns * (SIZE.width + PADDING),
    height: top + Math.ceil(drawn.length / columns) * rowHeight + PADDING,
  };
}

/** A chart in its saved form. */
export function saved(content: Drawing & { title: string; hint?: string }) {
  const { axis, shapes } = chartOf(content, SIZE);
  const { title, hint } = content;
  return {
    title: `${title}${axis.logarithmic ? `, ${t('logarithmic')}` : ''}${hint ? ` (${hint})` : ''}`,
    shapes,
  };
}

/** Wraps a text at spaces. */
const wrapped = (text: string): string[] => text.match(new RegExp(`.{1,${LINE}}(?:\\s|$)|\\S+`, 'g')) ?? [];

/** The theme's current colours, in a syntax that every program reads. */
export function lookOf(element: Element): Look {
  const style = getComputedStyle(element);
  const { color: foreground, fontFamily: font } = style;
  const mixer = colourMixer(style.getPropertyValue('--background') || 'white');
  const colour = (name: string) => mixer(style.getPropertyValue(name) || foreground);
  return {
    colours: {
      grid: colour('--grid'),
      label: colour('--muted'),
      now: colour('--muted'),
      a: colour('--run-a'),
      b: colour('--run-b'),
      ghost: colour('--ghost'),
      target: colour('--target'),
      frequent: colour('--positive'),
      middling: colour('--middling'),
      rare: colour('--negative'),
    },
    background: colour('--background'),
    foreground: mixer(foreground),
    font,
  };
}

/** Turns any CSS colour, also a translucent or mixed one, into its opaque colour on the background. */
function colourMixer(background: string): (colour: string) => string {
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  return (colour) => {
    if (!context) return colour;
    for (const layer of [background, colour]) {
      context.fillStyle = layer;
      context.fillRect(0, 0, 1, 1);
    }
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
}

/**
 * Paints the picture as PNG. The shapes are painted one by one, because an image of the SVG would
 * need a content security policy that allows images.
 */
export async function paint({ heading, notes, charts, width, height }: Picture, look: Look): Promise<Blob> {
  const density = 2;
  const canvas = document.createElement('canvas');
  canvas.width = width * density;
  canvas.height = height * density;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t('This window cannot paint pictures.'));
  context.scale(density, density);
  context.fillStyle = look.background;
  context.fillRect(0, 0, width, height);
  const text = (
    content: string,
    x: number,
    y: number,
    font: string,
    colour: string,
    align: CanvasTextAlign = 'left',
  ) => {
    context.font = `${font} ${look.font}`;
    context.fillStyle = colour;
    context.textAlign = align;
    context.fillText(content, x, y);
  };
  text(heading, PADDING, HEADING_Y, '600 14px', look.foreground);
  for (const [index, { role, isBold, text: note }] of notes.entries()) {
    const y = noteY(index);
    if (role) paintShape(context, lineSample(role, y), look.colours, text);
    text(note, role ? PADDING + KEY_WIDTH + 8 : PADDING, y, isBold ? '600 12px' : '11px', look.foreground);
  }
  for (const { x, y, title, shapes } of charts) {
    context.save();
    context.translate(x, y);
    text(title, 0, -6, '600 12px', look.foreground);
    for (const shape of shapes) paintShape(context, shape, look.colours, text);
    context.restore();
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(t('The picture could not be made.'));
  return blob;
}

const ALIGNMENTS = { start: 'left', middle: 'center', end: 'right' } as const;

function paintShape(
  context: CanvasRenderingContext2D,
  shape: Shape,
  colours: Record<Role, string>,
  text: (content: string, x: number, y: number, font: string, colour: string, align: CanvasTextAlign) => void,
): void {
  const colour = colours[shape.role];
  if (shape.kind === 'text') {
    text(shape.text, shape.x, shape.y, '11px', colour, ALIGNMENTS[shape.anchor]);
    return;
  }
  const path = new Path2D(shape.d);
  context.strokeStyle = colour;
  context.lineWidth = shape.kind === 'line' ? strokeWidth(shape.role) : 1.2;
  context.setLineDash(shape.kind === 'line' ? [...STROKES[shape.dash]] : []);
  context.globalAlpha = shape.kind === 'line' && shape.faint ? FAINT : 1;
  if (shape.kind === 'marker' && !shape.hollow) {
    context.fillStyle = colour;
    context.fill(path);
  }
  context.stroke(path);
  context.globalAlpha = 1;
}

export async function base64(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let binary = '';
  // In chunks, because a call accepts a limited number of arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

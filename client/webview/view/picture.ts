// The charts as one picture.
import type { ChartSize, Role, Shape } from '../model/chart';
import { t } from '../model/l10n';
import { type Look, type Placed, strokeWidth } from '../model/svg';

export interface Picture {
  heading: string;
  charts: Placed[];
  width: number;
  height: number;
}

interface Drawn {
  content: { title: string } | undefined;
  chart: { shapes: Shape[] };
  size: ChartSize;
}

const PADDING = 12;
const HEADING_HEIGHT = 34;
const CAPTION_HEIGHT = 22;

/** Two charts in a row. */
export function arrange(heading: string, drawn: readonly Drawn[]): Picture {
  const width = Math.max(...drawn.map(({ size }) => size.width), 200);
  const chartHeight = Math.max(...drawn.map(({ size }) => size.height), 0);
  const rowHeight = CAPTION_HEIGHT + chartHeight + PADDING;
  const columns = Math.min(2, drawn.length);
  const charts = drawn.map(({ content, chart }, index) => ({
    x: PADDING + (index % columns) * (width + PADDING),
    y: HEADING_HEIGHT + CAPTION_HEIGHT + Math.floor(index / columns) * rowHeight,
    title: content?.title ?? '',
    shapes: chart.shapes,
  }));
  return {
    heading,
    charts,
    width: PADDING + columns * (width + PADDING),
    height: HEADING_HEIGHT + Math.ceil(drawn.length / columns) * rowHeight + PADDING,
  };
}

/** The colours of the theme as they are now, in a form that every program reads. */
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
    },
    background: colour('--background'),
    foreground: mixer(foreground),
    font,
  };
}

/** Turns any colour of CSS, be it translucent or mixed, into what it looks like on the background. */
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
 * Paints the picture as a PNG and answers it in base64. An image of the SVG would need a policy that lets images in, so
 * the shapes are painted one by one.
 */
export async function paint({ heading, charts, width, height }: Picture, look: Look): Promise<string> {
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
  text(heading, PADDING, 22, '600 13px', look.foreground);
  for (const { x, y, title, shapes } of charts) {
    context.save();
    context.translate(x, y);
    text(title, 0, -6, '600 12px', look.foreground);
    for (const shape of shapes) paintShape(context, shape, look.colours, text);
    context.restore();
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error(t('The picture could not be made.'));
  return base64(new Uint8Array(await blob.arrayBuffer()));
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
    text(shape.text, shape.x, shape.y, '10px', colour, ALIGNMENTS[shape.anchor]);
    return;
  }
  const path = new Path2D(shape.d);
  context.strokeStyle = colour;
  context.lineWidth = shape.kind === 'line' ? strokeWidth(shape.role) : 1.2;
  context.setLineDash(shape.kind === 'line' && shape.dashed ? [5, 3] : []);
  if (shape.kind === 'marker' && !shape.hollow) {
    context.fillStyle = colour;
    context.fill(path);
  }
  context.stroke(path);
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  // In parts, because a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 0x8000)
    binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary);
}

import type { Point, Role } from '../../../server/src/optimizers/scenarios';
import type { App, View } from '../app';
import { changes } from '../model/changes';
import { t } from '../model/l10n';
import { formatPlain, formatShare } from '../model/numbers';
import {
  type Drawn,
  drawnPath,
  fromPicture,
  ringsOf,
  TITLES,
  type Trail,
  toPicture,
  trailsOf,
  type Window,
  wayLeft,
  windowOf,
  withPlace,
} from '../model/trails';
import { button, el, set, svg, write } from './dom';
import type { Part } from './part';

const MAX_WIDTH = 180;
/** The chart below is in the window as well. */
const MOST_OF_HEIGHT = 0.21;
const GAP = 12;
const SIDES = ['a', 'b'] as const;
const ENDS = ['start', 'target'] as const;
type End = (typeof ENDS)[number];

/** Three rows on their way, each over its loss. Their starts and targets can be moved. */
export function trails(app: App): Part {
  const pictures = (Object.keys(TITLES) as Role[]).map((role) => picture(app, role));
  const back = button(
    t('Reset the points'),
    t('Start and target of each row as the seed has them'),
    () => {
      const { placed: _, ...ids } = app.view.options.ids;
      app.setOptions({ ids });
    },
    { class: 'link' },
  );
  const caption = el(
    'p',
    { class: 'hint' },
    t(
      'Two columns of each row. Each ring has a quarter of the loss of the next; start and target can be dragged.',
    ),
    ' ',
    back,
  );
  const element = el(
    'div',
    { class: 'trails' },
    el('div', { class: 'trail-row' }, ...pictures.map(({ element }) => element)),
    caption,
  );
  let width = 0;
  let room = 0;
  function fit(): void {
    const now = Math.floor(Math.min(MAX_WIDTH, innerHeight * MOST_OF_HEIGHT, (room - 2 * GAP) / 3));
    if (now === width || now <= 0) return;
    width = now;
    show(app.view);
  }
  new ResizeObserver(([entry]) => {
    room = entry?.contentRect.width ?? 0;
    fit();
  }).observe(element);
  addEventListener('resize', fit);

  function show({ rows = {}, step, held, options }: View): void {
    const shown = trailsOf(rows);
    for (const [i, picture] of pictures.entries()) picture.show(shown[i], width, step, held);
    back.hidden = options.ids.placed === undefined;
  }

  return { element, show };
}

function picture(app: App, role: Role) {
  const rings = svg('g', { class: 'rings' });
  const lines = {
    a: svg('path', { class: `trail a ${role}` }),
    b: svg('path', { class: 'trail b' }),
  };
  const dots = {
    b: svg('circle', { class: 'dot b', r: 4 }),
    a: svg('circle', { class: `dot a ${role}`, r: 4.5 }),
  };
  const handles = {
    start: svg(
      'g',
      { class: 'handle start' },
      svg('circle', { r: 10, class: 'grip' }),
      svg('circle', { r: 3.5 }),
    ),
    target: svg(
      'g',
      { class: 'handle target' },
      svg('circle', { r: 10, class: 'grip' }),
      svg('circle', { r: 5 }),
      svg('path', { d: 'M-8 0H8M0 -8V8' }),
    ),
  };
  const image = svg(
    'svg',
    { class: 'trail-picture', role: 'group' },
    rings,
    handles.target,
    lines.b,
    lines.a,
    handles.start,
    dots.b,
    dots.a,
  );
  const name = el('figcaption');
  const element = el('figure', {}, name, image);
  let width = 0;
  let window: Window = { centre: [0, 0], reach: 1 };
  let trail: Trail | undefined;
  let drawn: { a?: Drawn; b?: Drawn } = {};
  const isOther = changes();

  const move = (end: End, point: Point) => {
    const { ids } = app.view.options;
    app.setOptions({ ids: { ...ids, placed: withPlace(ids.placed, role, end, point) } });
  };
  for (const end of ENDS) {
    const handle = handles[end];
    set(handle, 'tabindex', 0);
    set(handle, 'role', 'button');
    handle.addEventListener('pointerdown', (event) => {
      handle.setPointerCapture(event.pointerId);
      app.hold(true);
      event.preventDefault();
      handle.focus();
    });
    handle.addEventListener('pointermove', (event) => {
      if (!handle.hasPointerCapture(event.pointerId)) return;
      const { left, top } = image.getBoundingClientRect();
      move(end, fromPicture(window, width)([event.clientX - left, event.clientY - top]));
    });
    handle.addEventListener('keydown', (event) => {
      const [x, y] = MOVES[event.key] ?? [];
      if (x === undefined || y === undefined || !trail) return;
      event.preventDefault();
      const by = window.reach / (event.shiftKey ? 4 : 20);
      const [fromX, fromY] = trail[end];
      move(end, [Number((fromX + x * by).toFixed(3)), Number((fromY + y * by).toFixed(3))]);
    });
  }

  function draw(shown: Trail, held: boolean): void {
    // What is dragged must not move the picture under the pointer.
    if (!held) window = windowOf(shown);
    const place = toPicture(window, width);
    drawn = {};
    for (const side of SIDES) {
      const path = shown.paths[side];
      if (path) drawn[side] = drawnPath(path, window, width);
      lines[side].style.display = dots[side].style.display = path ? '' : 'none';
    }
    for (const end of ENDS) {
      const [x, y] = place(shown[end]);
      set(handles[end], 'transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      const at = shown[end].map((value) => formatPlain(Number(value.toFixed(2)))).join('; ');
      set(
        handles[end],
        'aria-label',
        end === 'start'
          ? t('Start of row {0} at {1}; arrow keys move it', shown.name, at)
          : t('Target of row {0} at {1}; arrow keys move it', shown.name, at),
      );
    }
    const [x, y] = place(shown.target);
    rings.replaceChildren(
      ...ringsOf(shown).map((radius) =>
        svg('circle', {
          cx: x.toFixed(1),
          cy: y.toFixed(1),
          r: ((radius / window.reach) * (width / 2)).toFixed(1),
        }),
      ),
    );
    set(image, 'viewBox', `0 0 ${width} ${width}`);
    set(image, 'width', width);
    set(image, 'height', width);
    write(name, TITLES[role](shown.name));
    const left = wayLeft(shown);
    set(
      image,
      'aria-label',
      left === undefined
        ? t('Row {0} starts at its target', shown.name)
        : t(
            'Row {0} on its way to its target: after the last step {1} of it is left',
            shown.name,
            formatShare(left),
          ),
    );
  }

  return {
    element,
    show(shown: Trail | undefined, room: number, step: number, held: boolean): void {
      if (!shown || room === 0) return;
      width = room;
      trail = shown;
      if (isOther(shown.paths.a, shown.paths.b, room, held)) draw(shown, held);
      for (const side of SIDES) {
        const path = drawn[side];
        if (!path) continue;
        const at = Math.min(step, path.ends.length - 1);
        set(lines[side], 'd', path.d.slice(0, path.ends[at]));
        const [x, y] = path.at(at);
        set(dots[side], 'transform', `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
      }
    },
  };
}

const MOVES: Record<string, Point> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

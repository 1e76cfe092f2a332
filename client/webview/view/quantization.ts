import type { View } from '../app';
import { t } from '../model/l10n';
import { type Quantized, quantized } from '../model/quantization';
import { el, section, set, svg, write } from './dom';
import type { Part } from './part';

const SIZE = 160;
/** More points would only overlap. */
const MAX_POINTS = 1024;

/** Simulated quantization: each stored weight against the value that look-ups return. */
export function quantization(): Part {
  const { element, body } = section('quantization', t('Looked-up weights'));
  const words = el('p', { class: 'hint' });
  const picture = svg('svg', { class: 'quantization', viewBox: `0 0 ${SIZE} ${SIZE}`, role: 'img' });
  body.append(words, picture);

  return {
    element,
    show(view: View) {
      const run = view.runs[view.side];
      const shown = run && run.steps > 0 ? quantized(run, Math.min(view.step, run.steps)) : undefined;
      element.hidden = !shown;
      if (!shown) return;
      write(words, shown.sentence);
      set(picture, 'aria-label', t('Weights as they are looked up, over weights as they are stored'));
      picture.replaceChildren(...drawn(shown));
    },
  };
}

/**
 * Both axes have the same range, a margin wider than the limits. Without quantization, all points would lie on the
 * diagonal.
 */
function drawn({ stored, lookedUp, lower, upper }: Quantized): Element[] {
  const margin = (upper - lower) / 4;
  const place = (weight: number) => ((weight - lower + margin) / (upper - lower + 2 * margin)) * SIZE;
  const end = { x1: 0, y1: SIZE, x2: SIZE, y2: 0 };
  const points = Array.from(stored.subarray(0, MAX_POINTS), (weight, i) => {
    const [x, y] = [Math.min(Math.max(place(weight), 0), SIZE), SIZE - place(lookedUp[i]!)];
    return Number.isFinite(x + y) ? [svg('circle', { cx: x, cy: y, r: 2 })] : [];
  });
  return [svg('line', end), ...points.flat()];
}

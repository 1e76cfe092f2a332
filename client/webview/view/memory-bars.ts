// Memory as bars. Pattern and order tell variables apart as well as colour.
import { GRADIENT_ACCUMULATORS } from '../../../server/src/sizing/memory';
import type { Plan, PlannedTable } from '../../../server/src/sizing/plan';
import { language, t } from '../model/l10n';
import { formatBytes } from '../model/numbers';
import { el, set } from './dom';

/** The pattern of a variable: parameters, slots in turn, or accumulated gradients. */
const look = (name: string, index: number): string =>
  name === 'parameters' ? 'v0' : name === GRADIENT_ACCUMULATORS ? 'v3' : `v${1 + ((index - 1) % 2)}`;

const part = (kind: string, share: number, title: string): HTMLElement => {
  const element = el('span', { class: `part ${kind}`, title });
  element.style.width = `${100 * share}%`;
  return element;
};

/** Memory use of the fullest chip: one part per kind of variable, over all tables. */
export function chipBar({ tables, perDevice }: Plan): HTMLElement | undefined {
  if (perDevice?.bytes === undefined) return undefined;
  const { bytes, capacity } = perDevice;
  const sums = new Map<string, number>();
  for (const { slots } of tables)
    for (const [i, { name, perDeviceBytes = 0 }] of slots.entries()) {
      const kind = look(name, i);
      sums.set(kind, (sums.get(kind) ?? 0) + perDeviceBytes);
    }
  const whole = Math.max(bytes, capacity);
  const bar = el('div', { class: 'bar chip' });
  for (const [kind, sum] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
    bar.append(part(kind, sum / whole, `${KINDS[kind]}: ${formatBytes(sum)}`));
  const limit = el('span', { class: 'limit', title: limitText(capacity) });
  limit.style.left = `${(100 * capacity) / whole}%`;
  bar.append(limit);
  set(bar, 'role', 'img');
  set(bar, 'aria-label', t('{0} of {1} on the fullest chip', formatBytes(bytes), formatBytes(capacity)));
  return bar;
}

const limitText = (capacity: number) => t('Memory of a chip: {0}', formatBytes(capacity));

const KINDS: Readonly<Record<string, string>> = {
  v0: t('Parameters'),
  v1: t('First slot variable'),
  v2: t('Second slot variable'),
  v3: t('Accumulated gradients'),
};

/** The legend of the patterns in use. */
export function legend({ tables, perDevice }: Plan): HTMLElement {
  const used = new Set(tables.flatMap(({ slots }) => slots.map(({ name }, i) => look(name, i))));
  return el(
    'ul',
    { class: 'legend' },
    ...Object.entries(KINDS).flatMap(([kind, title]) =>
      used.has(kind) ? [el('li', {}, el('span', { class: `part swatch ${kind}` }), title)] : [],
    ),
    ...(perDevice?.bytes === undefined
      ? []
      : [el('li', {}, el('span', { class: 'limit swatch' }), limitText(perDevice.capacity))]),
  );
}

/** A table's variables as a bar, scaled to the largest table. */
export function tableBar({ slots }: PlannedTable, largest: number): HTMLElement {
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  for (const [i, { name, deviceBytes }] of slots.entries())
    bar.append(
      part(look(name, i), largest > 0 ? deviceBytes / largest : 0, `${name}: ${formatBytes(deviceBytes)}`),
    );
  return bar;
}

export const deviceBytesOf = ({ slots }: PlannedTable): number =>
  slots.reduce((sum, { deviceBytes }) => sum + deviceBytes, 0);

const PERCENT = new Intl.NumberFormat(language, { style: 'percent', maximumSignificantDigits: 3 });

export const percent = (share: number): string => PERCENT.format(share);

/** A bar for a single share, such as that of look-ups. */
export function shareBar(share: number): HTMLElement {
  const bar = el('span', { class: 'bar', 'aria-hidden': 'true' });
  bar.append(part('v0', share, percent(share)));
  return bar;
}

export function writeAll(element: HTMLElement, lines: readonly string[]): void {
  element.hidden = lines.length === 0;
  if (element.dataset['lines'] === lines.join('\n')) return;
  element.dataset['lines'] = lines.join('\n');
  element.replaceChildren(...lines.map((line) => el('li', {}, line)));
}

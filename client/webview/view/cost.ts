import type { View } from '../app';
import { formatBytes, formatCount } from '../model/numbers';
import { el, section, write } from './dom';
import type { Part } from './part';

/** What the table in the document takes on device and host. */
export function cost(): Part {
  const size = el('span', { class: 'hint' });
  const { element, body } = section('cost', 'What the table costs', size);
  const table = el('table', { class: 'data' });
  const notes = el('p', { class: 'hint below' });
  body.append(table, notes);
  let shownFor: unknown;

  return {
    element,
    show({ shown }: View) {
      const cost = shown?.place.table;
      element.hidden = !cost;
      if (!cost || shownFor === cost) return;
      shownFor = cost;
      write(size, `${formatCount(cost.vocabularySize)} × ${formatCount(cost.dimension)}`);
      const row = (name: string, device: number, host: number, tag: 'td' | 'th') =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, name),
          el(tag, {}, formatBytes(device)),
          el(tag, {}, host === 0 ? '–' : formatBytes(host)),
        );
      table.replaceChildren(
        el(
          'thead',
          {},
          el('tr', {}, ...['Variable', 'Device', 'Host'].map((title) => el('th', { scope: 'col' }, title))),
        ),
        el(
          'tbody',
          {},
          ...cost.variables.map(({ name, deviceBytes, hostBytes }) =>
            row(name, deviceBytes, hostBytes, 'td'),
          ),
        ),
        el('tfoot', {}, row('Total', cost.deviceBytes, cost.hostBytes, 'td')),
      );
      const waste = cost.deviceBytes > 0 ? Math.round((100 * cost.paddingBytes) / cost.deviceBytes) : 0;
      const padding =
        cost.paddingBytes > 0
          ? `A row of ${cost.dimension} numbers takes ${cost.paddedDimension} on the device: padding wastes ${formatBytes(cost.paddingBytes)} (${waste}%).`
          : 'No padding is wasted.';
      write(notes, `${rowsText(cost.rowsPerHost)} ${padding}`.trim());
    },
  };
}

function rowsText(rows: readonly number[]): string {
  if (rows.length === 0) return '';
  const least = Math.min(...rows);
  const most = Math.max(...rows);
  const each = least === most ? formatCount(most) : `${formatCount(least)} to ${formatCount(most)}`;
  return rows.length === 1 ? 'One host holds all rows.' : `${rows.length} hosts hold ${each} rows each.`;
}

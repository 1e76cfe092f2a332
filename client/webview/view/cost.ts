import type { View } from '../app';
import { t } from '../model/l10n';
import { formatBytes, formatCount } from '../model/numbers';
import { el, section, write } from './dom';
import type { Part } from './part';

/** The memory that the document's table takes on device and host. */
export function cost(): Part {
  const size = el('span', { class: 'hint' });
  const { element, body } = section('cost', t('Memory of the table'), size);
  const table = el('table', { class: 'data', 'aria-labelledby': 'cost-title' });
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
          el(
            'tr',
            {},
            ...[t('Variable'), t('Device'), t('Host')].map((title) => el('th', { scope: 'col' }, title)),
          ),
        ),
        el(
          'tbody',
          {},
          ...cost.variables.map(({ name, deviceBytes, hostBytes }) =>
            row(name, deviceBytes, hostBytes, 'td'),
          ),
        ),
        el('tfoot', {}, row(t('Total'), cost.deviceBytes, cost.hostBytes, 'td')),
      );
      const waste = cost.deviceBytes > 0 ? Math.round((100 * cost.paddingBytes) / cost.deviceBytes) : 0;
      const padding =
        cost.paddingBytes > 0
          ? t(
              'A row of {0} numbers takes {1} on the device: padding wastes {2} ({3}%).',
              cost.dimension,
              cost.paddedDimension,
              formatBytes(cost.paddingBytes),
              waste,
            )
          : t('No padding is wasted.');
      write(notes, `${rowsText(cost.rowsPerHost)} ${padding}`.trim());
    },
  };
}

function rowsText(rows: readonly number[]): string {
  if (rows.length === 0) return '';
  const least = Math.min(...rows);
  const most = Math.max(...rows);
  const each = least === most ? formatCount(most) : t('{0} to {1}', formatCount(least), formatCount(most));
  return rows.length === 1
    ? t('One host holds all rows.')
    : t('{0} hosts hold {1} rows each.', rows.length, each);
}

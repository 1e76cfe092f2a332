// The memory page: whether the tables fit.
import { optimizers } from '../../../server/src/optimizers';
import type { PlannedStack } from '../../../server/src/sizing/layout';
import { isLibrarys } from '../../../server/src/sizing/library-stacks';
import { GRADIENT_ACCUMULATORS } from '../../../server/src/sizing/memory';
import { type Plan, planOf, smallestSlices } from '../../../server/src/sizing/plan';
import { generations, slicesOf } from '../../../server/src/sizing/slices';
import { notCounted, sourcesOf } from '../../../server/src/sizing/sources';
import type { SizedTables } from '../../../server/src/sizing/tables';
import type { Memory } from '../memory';
import { t } from '../model/l10n';
import { formatBytes, formatCount } from '../model/numbers';
import { sizeAt, sizePath } from '../model/plan';
import { RANGES } from '../model/size-ranges';
import { button, el, newId, section, select, set, write } from './dom';
import { limitsSection } from './limits';
import { chipBar, deviceBytesOf, legend, percent, shareBar, tableBar, writeAll } from './memory-bars';
import type { Part } from './part';
import { sizeControl } from './size-control';

/** Rows of a long list that are shown. */
const MANY = 100;
/** Rows that are spread like this or better are said to be spread evenly. */
const EVEN = 1.005;
/** The share of the busiest host, in parts of that under the chosen strategy. */
const MUCH_BETTER = 0.8;

export function planPage(memory: Memory): Part {
  const message = el('p', { class: 'hint' });
  const fits = fitting(memory);
  const tables = tableList(memory);
  const what = whatIf(memory);
  const spread = spreading();
  const limits = limitsSection(memory);
  const facts = el('section', { id: 'facts', 'aria-label': t('Notes and sources') });
  const notes = el('ul', { class: 'notes' });
  const sources = el('ul', { class: 'notes' });
  facts.append(notes, el('details', {}, el('summary', {}, t('Where the figures come from')), sources));
  const body = el(
    'div',
    { class: 'memory-columns' },
    el('div', {}, fits.element, fits.more, tables.element),
    el('div', {}, what.element, limits.element, spread.element, facts),
  );
  return {
    element: el('div', {}, message, body),
    show() {
      const { sizes, configuration, received } = memory;
      write(message, messageOf(memory));
      message.hidden = sizes !== undefined && received !== undefined;
      body.hidden = sizes === undefined;
      if (!sizes || !configuration) return;
      const plan = planOf(sizes, memory.slice);
      fits.show(plan);
      tables.show(plan);
      what.show();
      limits.show();
      spread.show(plan, sizes.tables[memory.app.view.memory.table]?.name);
      writeAll(notes, [...plan.notes, notCounted(plan)]);
      writeAll(sources, sourcesOf(memory.slice, sizes.sparseCoreTrainer));
    },
  };
}

function messageOf({ received, configuration }: Memory): string {
  if (!received) return t('Computing the memory of the tables …');
  if (!configuration) return t('{0} contains no table configuration and builds none.', received.file);
  const { library = 'TensorFlow', refused } = configuration;
  return refused ? t('{0} refuses this configuration: {1}', library, refused) : '';
}

/** Chooses the TPU slice, and says whether the tables fit on it. */
function fitting(memory: Memory) {
  const slices = el(
    'select',
    { id: 'slice' },
    el('option', { value: '' }, t('no TPU')),
    ...generations.map((generation) =>
      el(
        'optgroup',
        { label: generation.name },
        ...slicesOf(generation).map(({ name, chips }) =>
          el(
            'option',
            { value: name },
            chips === 1 ? t('{0}: 1 chip', name) : t('{0}: {1} chips', name, chips),
          ),
        ),
      ),
    ),
  );
  slices.addEventListener('change', () => memory.chooseSlice(slices.value));
  const configurations = select({}, (value) => memory.chooseConfiguration(Number(value)), {
    'aria-label': t('Configuration'),
  });
  const { element, body } = section('fit', t('Will it fit?'), configurations, slices);
  set(slices, 'aria-label', t('TPU slice'));
  const verdict = el('p', { class: 'verdict', role: 'status' });
  const chip = el('div');
  const key = el('div');
  const sums = el('p', { class: 'hint' });
  const small = el('p', { class: 'smallest' });
  const star = el('p', { class: 'hint' }, t('* Google does not document whether it runs TPUEmbedding'));
  body.append(verdict, chip);
  const more = el('div', {}, key, sums, small, star);
  return {
    element,
    more,
    show(plan: Plan) {
      const { configurations: all = [] } = memory.received ?? {};
      const titles = all.map(({ at }) => t('line {0}', at.range.start.line + 1));
      if (configurations.length !== all.length)
        configurations.replaceChildren(...titles.map((title, value) => el('option', { value }, title)));
      configurations.hidden = all.length < 2;
      configurations.value = String(memory.app.view.memory.index);
      slices.value = memory.slice?.name ?? '';
      write(verdict, verdictOf(plan));
      verdict.className = `verdict ${plan.fits === undefined ? '' : plan.fits ? 'yes' : 'no'}`;
      chip.replaceChildren(...[chipBar(plan)].filter((bar) => bar !== undefined));
      key.replaceChildren(legend(plan));
      write(sums, [sumsOf(plan), memory.sizes && differenceOf(memory.sizes, plan)].filter(Boolean).join(' '));
      const found = memory.sizes ? smallestSlices(memory.sizes) : [];
      const names = found.map(({ slice: { name }, isCertain }) =>
        button(
          isCertain ? name : `${name} *`,
          isCertain ? t('Choose {0}', name) : t('Choose {0}, where it is not certain', name),
          () => memory.chooseSlice(name),
          { class: 'link' },
        ),
      );
      small.hidden = names.length === 0;
      star.hidden = found.every(({ isCertain }) => isCertain);
      small.replaceChildren(
        t('Smallest slices:'),
        ' ',
        ...names.flatMap((name, i) => (i === 0 ? [name] : [', ', name])),
      );
    },
  };
}

function verdictOf({ slice, fits, perDevice }: Plan): string {
  if (!slice) return t('No TPU is chosen: this is what the tables take anywhere.');
  const { bytes, bufferBytes = 0, capacity = 0 } = perDevice ?? {};
  const share =
    bytes === undefined ? '' : t('{0} of {1} on each chip', formatBytes(bytes), formatBytes(capacity));
  if (fits === true) return t('Fits: {0} ({1})', share, percent(bytes! / capacity));
  if (fits === undefined) {
    if (bytes === undefined) return t('Whether it fits is unknown.');
    return bytes <= capacity
      ? t('Fits in memory; this TPU is not confirmed to run the tables: {0}', share)
      : t('Probably does not fit: {0}', share);
  }
  if (bytes !== undefined && bytes + bufferBytes > capacity)
    return t('Does not fit: {0} ({1})', share, percent(bytes / capacity));
  return t('Does not run on this TPU.');
}

function sumsOf({ deviceBytes, hostBytes, perHost, perDevice }: Plan): string {
  if (deviceBytes === undefined || hostBytes === undefined) return t('Not every table is known.');
  const sums = t(
    'All tables: {0} on the devices, {1} on the hosts.',
    formatBytes(deviceBytes),
    formatBytes(hostBytes),
  );
  return [
    sums,
    ...(perHost ? [t('The fullest host keeps {0} for a checkpoint.', formatBytes(perHost.bytes))] : []),
    ...(perDevice?.bufferBytes === undefined
      ? []
      : [t('Buffers for the ids of a step take {0} more on each chip.', formatBytes(perDevice.bufferBytes))]),
  ].join(' ');
}

/** Where the figure is not that above the configuration, which is for no slice: what makes the difference. */
function differenceOf(sizes: SizedTables, { deviceBytes: here }: Plan): string | undefined {
  const anywhere = planOf(sizes);
  const { deviceBytes } = anywhere;
  if (here === undefined || deviceBytes === undefined || formatBytes(here) === formatBytes(deviceBytes))
    return undefined;
  const accumulated = anywhere.tables
    .flatMap(({ slots }) => slots)
    .filter(({ name }) => name === GRADIENT_ACCUMULATORS)
    .reduce((sum, slot) => sum + slot.deviceBytes, 0);
  const [says, gradients] = [deviceBytes, accumulated].map(formatBytes) as [string, string];
  if (accumulated === 0)
    return t('The lens above the configuration says {0}: it pads rows differently.', says);
  return deviceBytes - accumulated === here
    ? t(
        'The lens above the configuration says {0}: it counts accumulated gradients ({1}), which SparseCores do not keep.',
        says,
        gradients,
      )
    : t(
        'The lens above the configuration says {0}: it counts accumulated gradients ({1}), which SparseCores do not keep, and pads rows differently.',
        says,
        gradients,
      );
}

/** All tables with their variables; a click chooses one for what-if changes. */
function tableList(memory: Memory) {
  const { element, body } = section(
    'sizes',
    t('Tables'),
    el('span', { class: 'hint' }, t('on all chips together')),
  );
  const list = el('div', { class: 'table-list' });
  const more = el('p', { class: 'hint' });
  body.append(list, more);
  return {
    element,
    show({ tables }: Plan) {
      const largest = Math.max(0, ...tables.map(deviceBytesOf));
      const chosen = memory.app.view.memory.table;
      const focused = document.activeElement?.id;
      list.replaceChildren(
        ...tables.slice(0, MANY).map((table, i) => {
          const name = table.name || t('unnamed');
          const size = table.onDevice
            ? t(
                '{0} rows × {1} floats × {2} variables',
                formatCount(table.onDevice.rows),
                formatCount(table.onDevice.width),
                table.slots.length,
              )
            : t('not known');
          const bytes = table.onDevice ? formatBytes(deviceBytesOf(table)) : '?';
          const padding = table.paddingBytes ? t(', {0} of it padding', formatBytes(table.paddingBytes)) : '';
          const row = el(
            'button',
            { type: 'button', class: 'table-row', id: `size-row-${i}`, 'aria-pressed': String(i === chosen) },
            el('span', { class: 'table-name' }, name),
            el('span', { class: 'hint' }, size),
            el('span', { class: 'bytes' }, bytes + padding),
            tableBar(table, largest),
          );
          row.addEventListener('click', () => memory.chooseTable(i));
          return row;
        }),
      );
      if (focused) document.getElementById(focused)?.focus();
      more.hidden = tables.length <= MANY;
      write(more, t('{0} more tables are counted, but not listed.', tables.length - MANY));
    },
  };
}

/** Sliders for the chosen table, and buttons to write their values into the document. */
function whatIf(memory: Memory) {
  const write_ = button(t('Apply'), t('Write the changed sizes to the document'), () => void memory.write(), {
    class: 'primary',
    id: 'write',
  });
  const revert = button(t('Revert'), undefined, () => memory.revert(), { id: 'revert-sizes' });
  const table = el('span', { class: 'table-name' });
  const { element, body } = section('what-if', t('What if'), table, revert, write_);
  const message = el('span');
  const undo = button(t('Undo'), t('Undo what was written'), () => memory.steps.undo(), {
    class: 'link',
  });
  const at = (member: 'vocabularySize' | 'dimension' | 'optimizer') =>
    sizePath(memory.app.view.memory.table, member);
  const rows = sizeControl(t('Vocabulary'), RANGES.vocabularySize, (value) =>
    memory.change(at('vocabularySize'), value),
  );
  const width = sizeControl(t('Dimension'), RANGES.dimension, (value) =>
    memory.change(at('dimension'), value),
  );
  const hosts = sizeControl(t('Hosts'), RANGES.numHosts, (value) => memory.change('numHosts', value));
  const id = newId('optimizer');
  /** An optimizer of another library, which is no choice here. */
  const other = el('option', { hidden: true });
  const optimizer = el(
    'select',
    { id },
    el('option', { value: '' }, '–'),
    ...[...optimizers.values()].map(({ name, title }) => el('option', { value: name }, title)),
    other,
  );
  optimizer.addEventListener('change', () => memory.change(at('optimizer'), optimizer.value || undefined));
  const previewOnly = el('span', { class: 'tag' });
  body.append(
    el('p', { class: 'status', role: 'status' }, message, ' ', undo),
    el(
      'div',
      { class: 'controls' },
      rows.element,
      width.element,
      el(
        'div',
        { class: 'control' },
        el('label', { class: 'name', for: id }, t('Optimizer')),
        optimizer,
        el('span', { class: 'aside' }, previewOnly),
      ),
      hosts.element,
    ),
  );
  const reasonAt = (path: string) =>
    memory.configuration?.editable.includes(path)
      ? undefined
      : t('The document does not write this value out, so the change stays in the preview.');
  return {
    element,
    show() {
      const { sizes, configuration } = memory;
      const index = memory.app.view.memory.table;
      if (!sizes || !configuration?.sizes) return;
      const written = configuration.sizes;
      const number = (of: typeof sizes, path: string) => {
        const value = sizeAt(of, path);
        return typeof value === 'number' ? value : undefined;
      };
      write(table, sizes.tables[index]?.name ?? '');
      for (const [control, path] of [
        [rows, at('vocabularySize')],
        [width, at('dimension')],
        [hosts, 'numHosts'],
      ] as const)
        control.show(number(sizes, path), number(written, path), reasonAt(path));
      const chosen = at('optimizer');
      const named = sizes.tables[index]?.optimizer ?? '';
      if (named !== '' && !optimizers.has(named as never)) write(other, named);
      optimizer.value = named;
      write(previewOnly, memory.changes[chosen] !== undefined && reasonAt(chosen) ? t('preview only') : '');
      set(previewOnly, 'title', reasonAt(chosen));
      // A slice has a fixed number of hosts.
      hosts.element.hidden = memory.slice !== undefined && written.numHosts === undefined;
      const count = Object.keys(memory.changes).length;
      revert.disabled = count === 0;
      write_.disabled = memory.writable().length === 0;
      const open = Object.keys(memory.changes)
        .map(reasonAt)
        .find((reason) => reason !== undefined);
      write(message, memory.steps.notice?.text ?? open ?? '');
      undo.hidden = !memory.steps.notice?.canUndo;
    },
  };
}

/** The distribution of rows and look-ups over hosts, by both strategies. */
function spreading() {
  const { element, body } = section('sharding', t('Hosts and stacks'));
  const rows = el('div', { class: 'table-list' });
  const stacks = el('ul', { class: 'notes' });
  const hint = el('p', { class: 'hint' });
  const unknown = el('p', { class: 'hint' });
  body.append(rows, hint, unknown, stacks);
  return {
    element,
    show({ sharding, hosts = 1, stacks: found, stacksUnknown }: Plan, chosen: string | undefined) {
      const isSpread = hosts > 1 && sharding.length > 0;
      element.hidden = !isSpread && !found && stacksUnknown === undefined;
      unknown.hidden = stacksUnknown === undefined;
      write(unknown, t('Stacks are not known. {0}', stacksUnknown ?? ''));
      rows.hidden = hint.hidden = !isSpread;
      if (isSpread) {
        rows.replaceChildren(
          ...sharding.map(({ strategy, isChosen, imbalance, shares }) => {
            const { share } = shares.find(({ name }) => name === chosen) ?? shares[0] ?? { share: 0 };
            return el(
              'div',
              { class: 'table-row' },
              el('span', { class: 'table-name' }, isChosen ? t('{0} (chosen)', strategy) : strategy),
              el('span', { class: 'hint' }, chosen ?? ''),
              el('span', { class: 'bytes' }, t('{0} of look-ups', percent(share))),
              shareBar(share),
              el(
                'span',
                { class: 'hint' },
                imbalance === undefined
                  ? ''
                  : imbalance < EVEN
                    ? t('All hosts hold equally many rows.')
                    : t('The fullest host holds {0} of the average.', percent(imbalance)),
              ),
            );
          }),
        );
        write(
          hint,
          [
            t(
              'Look-ups that the busiest of {0} hosts answers (evenly: {1}), if ids are numbered by frequency (Zipf’s law, exponent 1).',
              hosts,
              percent(1 / hosts),
            ),
            evenerThanChosen(sharding, chosen),
          ]
            .filter(Boolean)
            .join(' '),
        );
      }
      showStacks(stacks, (found ?? []).slice(0, MANY));
    },
  };
}

/** What to choose where another strategy spreads the look-ups of a table much better. */
function evenerThanChosen(sharding: Plan['sharding'], table: string | undefined): string | undefined {
  const shareIn = ({ shares }: Plan['sharding'][number]) =>
    (shares.find(({ name }) => name === table) ?? shares[0])?.share ?? 0;
  const now = sharding.find(({ isChosen }) => isChosen);
  const best = sharding.toSorted((one, other) => shareIn(one) - shareIn(other))[0];
  return now && best && shareIn(best) < MUCH_BETTER * shareIn(now)
    ? t('{0} would spread them more evenly.', best.strategy)
    : undefined;
}

/** Stacks with what they take in a list that unfolds; those of TensorFlow have one line. */
function showStacks(list: HTMLElement, stacks: readonly PlannedStack[]): void {
  const shown = stacks.map((stack) => ({ title: stackTitle(stack), lines: stackLines(stack) }));
  const key = JSON.stringify(shown);
  if (list.dataset['stacks'] === key) return;
  const open = new Set([...list.children].flatMap((item, i) => (item.querySelector('[open]') ? [i] : [])));
  list.dataset['stacks'] = key;
  list.hidden = stacks.length === 0;
  list.replaceChildren(
    ...shown.map(({ title, lines }, i) =>
      lines.length === 0
        ? el('li', {}, title)
        : el(
            'li',
            {},
            el(
              'details',
              open.has(i) ? { open: '' } : {},
              el('summary', {}, title),
              el('ul', { class: 'notes' }, ...lines.map((line) => el('li', {}, line))),
            ),
          ),
    ),
  );
}

const stackTitle = ({ name, width, rowsPerSparseCore }: PlannedStack): string =>
  t('Stack {0}: {1} floats, {2} rows a SparseCore', name, width, formatCount(rowsPerSparseCore));

function stackLines(stack: PlannedStack): string[] {
  if (!isLibrarys(stack)) return [];
  const { tables, tableBytes, buffers, maxIds, maxUniqueIds } = stack;
  const inForce = (limit: typeof maxIds) =>
    limit === undefined
      ? t('not known')
      : limit.given === null
        ? t('{0} (the default)', formatCount(limit.inForce))
        : formatCount(limit.inForce);
  return [
    ...tables.map(({ name, rowOffset, rotation }) =>
      t('{0} from row {1}, rotated by {2}', name, formatCount(rowOffset), rotation),
    ),
    ...(tableBytes
      ? [
          t(
            'Tables: {0} a SparseCore, {1} a chip, {2} a host',
            formatBytes(tableBytes.perSparseCore),
            formatBytes(tableBytes.perChip),
            formatBytes(tableBytes.perHost),
          ),
        ]
      : []),
    t(
      'Limits from one SparseCore to another: {0} ids, {1} unique ids',
      inForce(maxIds),
      inForce(maxUniqueIds),
    ),
    ...(buffers
      ? [
          t(
            'Buffers: {0} a chip, {1} a host: {2} ids and {3} row pointers a device',
            formatBytes(buffers.perChip),
            formatBytes(buffers.perHost),
            formatCount(buffers.ids),
            formatCount(buffers.rowPointers),
          ),
        ]
      : []),
    ...(buffers?.refused ? [buffers.refused] : []),
  ];
}

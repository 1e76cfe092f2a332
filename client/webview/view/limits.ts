// Limits of ids on the memory page: what ids of a law do to them, and which to give.
import { drops, type LimitReport, type StackReport } from '../../../server/src/sizing/limits';
import type { Memory } from '../memory';
import { t } from '../model/l10n';
import { formatBytes, formatCount, formatShare } from '../model/numbers';
import { EXPONENTS } from '../model/size-ranges';
import { button, el, newId, section, write } from './dom';
import { writeAll } from './memory-bars';

/** Stacks that are shown. */
const MANY = 50;

export function limitsSection(memory: Memory) {
  const apply = button(
    t('Write limits'),
    t('Write the proposed limits into the calls of the tables'),
    () => void memory.writeLimits(),
    { class: 'primary', id: 'write-limits' },
  );
  const { element, body } = section('limits', t('Limits of ids'), apply);
  const id = newId('exponent');
  const { min, max, step } = EXPONENTS;
  const slider = el('input', { type: 'range', id, min, max, step });
  slider.addEventListener('input', () => memory.chooseExponent(slider.valueAsNumber));
  const exponent = el('output', { class: 'number', for: id });
  const law = el('p', { class: 'hint' });
  const stacks = el('div');
  const why = el('p', { class: 'hint' });
  const assumed = el('ul', { class: 'notes' });
  const assumptions = el('details', {}, el('summary', {}, t('What is assumed')), assumed);
  body.append(
    el(
      'p',
      {},
      t(
        'The rows of a table are spread over all SparseCores of the TPU, and in a step each SparseCore looks up the ids of its part of the batch. A partition is the ids that one SparseCore has to fetch from another one. Ids beyond its limits are dropped or end the program. Type the proposed numbers as max_ids_per_partition and max_unique_ids_per_partition of the table.',
      ),
    ),
    el(
      'div',
      { class: 'controls' },
      el(
        'div',
        { class: 'control' },
        el('label', { class: 'name', for: id }, t('Exponent')),
        slider,
        exponent,
      ),
    ),
    law,
    stacks,
    why,
    assumptions,
  );
  return {
    element,
    show() {
      const { limits, sizes } = memory;
      element.hidden = !sizes?.stacking;
      if (element.hidden) return;
      const shown = memory.exponent;
      if (slider.valueAsNumber !== shown) slider.value = String(shown);
      write(exponent, shown.toFixed(2));
      write(law, lawText(shown));
      const found = limits?.stacks ?? [];
      stacks.replaceChildren(...found.slice(0, MANY).map(stackTable));
      const changes = memory.proposedLimits.length;
      apply.disabled = changes === 0;
      const reasons = limits?.unknown ?? [t('Choose a TPU with SparseCores for figures.')];
      write(
        why,
        [...reasons, ...(found.length > 0 && changes === 0 ? [nothingToWrite(memory)] : [])].join(' '),
      );
      assumptions.hidden = !limits || limits.assumed.length === 0;
      writeAll(assumed, limits?.assumed ?? []);
    },
  };
}

const lawText = (exponent: number): string =>
  exponent === 0
    ? t(
        'These numbers are for ids that are all equally frequent, as those of tpu-embedding limits without options. Real ids are not: move the slider to 1 for the law that they often follow.',
      )
    : t(
        'These numbers are for ids by Zipf’s law: the tenth is {0} as frequent as the first. Real ids are often near the exponent 1.',
        formatShare(10 ** -exponent),
      );

const nothingToWrite = ({ configuration }: Memory): string =>
  configuration?.editable.some((path) => path.endsWith('.maxIds'))
    ? t('The program has the proposed limits.')
    : t('The call that makes or stacks the tables takes the limits: type them there.');

function stackTable(stack: StackReport): HTMLElement {
  const { name, tables, idsPerPartition, uniqueIdsPerPartition } = stack;
  const title = tables.length === 1 ? name : t('{0}: {1}', name, tables.join(', '));
  const heads = ['', t('in force'), t('expected'), t('99.9 %'), t('proposed')];
  return el(
    'div',
    { class: 'limits' },
    el(
      'table',
      { class: 'data' },
      el('caption', {}, title),
      el(
        'thead',
        {},
        el('tr', {}, ...heads.map((head) => el(head ? 'th' : 'td', head ? { scope: 'col' } : {}, head))),
      ),
      el('tbody', {}, limitRow(t('ids'), idsPerPartition), limitRow(t('unique ids'), uniqueIdsPerPartition)),
    ),
    el('p', {}, droppedText(stack)),
    el(
      'p',
      { class: 'hint' },
      t(
        'Buffers of a device: {0}, with the proposed limits {1}',
        formatBytes(stack.bufferBytes),
        formatBytes(stack.proposedBufferBytes),
      ),
    ),
  );
}

const limitRow = (what: string, { given, inForce, expected, quantile, proposed }: LimitReport): HTMLElement =>
  el(
    'tr',
    {},
    el('th', { scope: 'row' }, what),
    el('td', {}, given === null ? t('{0} (the default)', formatCount(inForce)) : formatCount(inForce)),
    el('td', {}, formatCount(Math.round(expected))),
    el('td', {}, formatCount(quantile)),
    el('td', {}, el('strong', {}, formatCount(proposed))),
  );

function droppedText(stack: StackReport): string {
  const { droppedIds } = stack;
  if (droppedIds === null || (droppedIds === 0 && drops(stack))) return t('Ids are dropped.');
  if (!drops(stack)) return t('Practically no ids are dropped.');
  return t(
    '{0} ids are dropped a step.',
    droppedIds < 1 ? t('Fewer than 1') : formatCount(Math.round(droppedIds)),
  );
}

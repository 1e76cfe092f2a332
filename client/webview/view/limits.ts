// Limits of ids on the memory page: what ids of a law do to them, and which to give.
import type { PlannedConfiguration } from '../../../server/src/languages/protocol';
import { callsFor, limitsCode } from '../../../server/src/sizing/limit-calls';
import { drops, type LimitReport, type StackReport } from '../../../server/src/sizing/limits';
import type { Memory } from '../memory';
import { t } from '../model/l10n';
import { formatBytes, formatCount, formatShare } from '../model/numbers';
import { EXPONENTS } from '../model/size-ranges';
import { button, el, newId, section, write } from './dom';
import { writeAll } from './memory-bars';

/** Stacks that are shown. */
const MANY = 50;
/** Lines of calls that are named. */
const MANY_LINES = 8;

export function limitsSection(memory: Memory) {
  const { element, body } = section('limits', t('Limits of ids'));
  const id = newId('exponent');
  const { min, max, step } = EXPONENTS;
  const slider = el('input', { type: 'range', id, min, max, step });
  slider.addEventListener('input', () => memory.chooseExponent(slider.valueAsNumber));
  const exponent = el('output', { class: 'number', for: id });
  const law = el('p', { class: 'hint' });
  const stacks = el('div');
  const unknown = el('p', { class: 'hint' });
  const why = el('p', { id: newId('why'), class: 'hint' });
  const apply = button(t('Write limits'), undefined, () => void memory.writeLimits(), {
    class: 'primary',
    id: 'write-limits',
    'aria-describedby': why.id,
  });
  const writing = el('div', { class: 'writing' }, apply, why);
  const assumed = el('ul', { class: 'notes' });
  const assumptions = el('details', {}, el('summary', {}, t('What is assumed')), assumed);
  body.append(
    el(
      'p',
      {},
      t(
        'The rows of a table are spread over all SparseCores of the TPU, and in a step each SparseCore looks up the ids of its part of the batch. A partition is the ids that one SparseCore has to fetch from another one. Two arguments limit it, one for all ids and one for different ids; what is beyond is dropped or ends the program.',
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
    unknown,
    writing,
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
      stacks.replaceChildren(...found.slice(0, MANY).map((stack) => stackTable(stack, found, memory)));
      write(unknown, (limits?.unknown ?? [t('Choose a TPU with SparseCores for figures.')]).join(' '));
      writing.hidden = found.length === 0;
      apply.disabled = memory.proposedLimits.length === 0;
      write(why, writingText(memory, found));
      assumptions.hidden = !limits || limits.assumed.length === 0;
      writeAll(assumed, limits?.assumed ?? []);
    },
  };
}

const lawText = (exponent: number): string =>
  exponent === 0
    ? t(
        'All numbers here are for ids that are equally frequent. Real ids are not: their exponent is often near 1.',
      )
    : t(
        'All numbers here are for ids by Zipf’s law with this exponent: the tenth is {0} as frequent as the first. Real ids are often near 1; the command tpu-embedding limits --ids counts yours.',
        formatShare(10 ** -exponent),
      );

/** What the button does, or why it cannot, and what is left to a person. */
function writingText(memory: Memory, stacks: readonly StackReport[]): string {
  const calls = memory.configuration?.limits;
  const obstacles = stacks.flatMap((stack) =>
    callsFor(stack, calls).flatMap(({ obstacle }) => obstacle ?? []),
  );
  const left = [...new Set(obstacles)].map((obstacle) => t('To type by hand: {0}', obstacle));
  const canWrite = memory.configuration?.editable.some((path) => path.endsWith('.maxIds'));
  if (memory.proposedLimits.length > 0)
    return [t('Puts the proposed numbers into the calls above.'), ...left].join(' ');
  if (canWrite) return [t('The program has the proposed limits.'), ...left].join(' ');
  return left.length > 0
    ? left.join(' ')
    : t('They cannot be written from here: type them into the calls above.');
}

function stackTable(
  stack: StackReport,
  stacks: readonly StackReport[],
  { configuration, exponent }: Memory,
): HTMLElement {
  const { name, tables, idsPerPartition, uniqueIdsPerPartition } = stack;
  const title = tables.length === 1 ? name : t('{0} ({1})', name, tables.join(', '));
  const proposed =
    exponent === 0
      ? t('to give, for equally frequent ids')
      : t('to give, for exponent {0}', exponent.toFixed(2));
  const heads = ['', t('in force'), t('on average'), t('at most in 999 of 1,000 steps'), proposed];
  const codes = limitsCode(stack, stacks, configuration?.limits);
  return el(
    'div',
    { class: 'limits' },
    el('p', {}, el('strong', {}, t('{0}: {1}', title, droppedText(stack)))),
    el(
      'table',
      { class: 'data' },
      el('caption', {}, t('The fullest partition')),
      el(
        'thead',
        {},
        el('tr', {}, ...heads.map((head) => el(head ? 'th' : 'td', head ? { scope: 'col' } : {}, head))),
      ),
      el('tbody', {}, limitRow(t('ids'), idsPerPartition), limitRow(t('unique ids'), uniqueIdsPerPartition)),
    ),
    ...[...codes].map(([code, calls]) => el('p', {}, givenIn(calls), el('code', {}, code))),
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

function givenIn(calls: readonly NonNullable<PlannedConfiguration['limits']>[number][]): string {
  const lines = calls.map(({ at }) => at.range.start.line + 1);
  const shown = lines.slice(0, MANY_LINES).join(', ');
  if (lines.length === 1) return t('Give them in line {0}:', shown);
  return lines.length <= MANY_LINES
    ? t('Give them in lines {0}:', shown)
    : t('Give them in lines {0} and {1} more:', shown, lines.length - MANY_LINES);
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
  const { droppedIds, isSplit } = stack;
  if (isSplit) return t('Steps beyond the limits become minibatches.');
  if (droppedIds === null || (droppedIds === 0 && drops(stack))) return t('Ids are dropped.');
  if (!drops(stack)) return t('Practically no ids are dropped under the limits in force.');
  return t(
    '{0} ids are dropped a step.',
    droppedIds < 1 ? t('Fewer than 1') : formatCount(Math.round(droppedIds)),
  );
}

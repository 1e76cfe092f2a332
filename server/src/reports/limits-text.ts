// Limits of stacks for people.
import { listed } from '../basics/listed';
import { bytes, counted, grouped } from '../configuration/quantities';
import { limitsCode } from '../sizing/limit-calls';
import {
  drops,
  type IdSource,
  idsOf,
  LIKELY_EXPONENT,
  type LimitReport,
  type LimitsReport,
  type StackReport,
} from '../sizing/limits';
import { BYTES_OF_ID } from '../sizing/sparsecore/buffers';
import type { Sized } from './plan';

export function limitsText(
  { title, limits: calls }: Sized,
  { stacks, assumed, unknown }: LimitsReport,
  source: IdSource,
): string[] {
  return [
    title,
    '',
    ...(stacks.length === 0 ? [] : [...basisText(source), '']),
    ...stacks.flatMap((stack) => [
      ...stackText(stack, source),
      ...[...limitsCode(stack, stacks, calls)].map(
        ([code, calls]) => `  give them in ${listed(calls.map(({ place }) => place))}: ${code}`,
      ),
      '',
    ]),
    ...(unknown.length === 0 ? [] : ['Unknown:', ...unknown.map((line) => `  ${line}`), '']),
    ...(assumed.length === 0 ? [] : ['Assumed:', ...assumed.map((line) => `  ${line}`), '']),
  ];
}

/** Which ids the figures hold for, and how to get those of real ones. */
function basisText(source: IdSource): string[] {
  const basis = `Proposed are limits for ${idsOf(source)}.`;
  if (source.kind !== 'zipf') return [basis];
  return source.exponent === 0
    ? [`${basis} Real ids are not: count yours with --ids FILE, or take --exponent ${LIKELY_EXPONENT}.`]
    : [`${basis} Count yours with --ids FILE.`];
}

/** Of ids that were counted, the maximum of all batches or steps; else what 999 of 1,000 steps stay within. */
const headOf = ({ kind }: IdSource): string[] => [
  '',
  'in force',
  'expected',
  kind === 'observed' ? 'most' : 'in 999 of 1,000 steps',
  'proposed',
];

function stackText(stack: StackReport, source: IdSource): string[] {
  const { name, tables, idsPerPartition, uniqueIdsPerPartition, bufferBytes, proposedBufferBytes } = stack;
  const { requiredBuffer } = stack;
  const head = headOf(source);
  const rows = [head, cellsOf('ids', idsPerPartition), cellsOf('unique ids', uniqueIdsPerPartition)];
  const widths = head.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
  return [
    tables.length === 1 && tables[0] === name
      ? `Table ${name}`
      : `Stack ${name}: ${counted(tables.length, 'table')}, ${tables.join(', ')}`,
    ...rows.map(
      (row) =>
        `  ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`,
    ),
    `  ${droppedText(stack)}`,
    `  buffers of a device: ${bytes(bufferBytes)}, with the proposed limits ${bytes(proposedBufferBytes)}`,
    ...(requiredBuffer === undefined
      ? []
      : [
          `  needed in the run: suggested_coo_buffer_size_per_device=${requiredBuffer}, ${bytes(requiredBuffer * BYTES_OF_ID)}`,
        ]),
  ];
}

const cellsOf = (what: string, { given, inForce, expected, quantile, proposed }: LimitReport) => [
  what,
  `${grouped(inForce)}${given === null ? ' (default)' : ''}`,
  decimal(expected),
  grouped(quantile),
  grouped(proposed),
];

function droppedText(stack: StackReport): string {
  const { droppedIds, isSplit } = stack;
  if (isSplit) return 'no ids are dropped: steps beyond the limits become minibatches';
  if (droppedIds === null)
    return drops(stack) ? 'ids are dropped, how many is not known' : 'no ids are dropped';
  if (droppedIds === 0) return 'no ids are dropped';
  return `dropped: ${decimal(droppedIds)} ids a step${drops(stack) ? '' : ', in fewer than one step of 1,000'}`;
}

export const decimal = (value: number): string =>
  value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));

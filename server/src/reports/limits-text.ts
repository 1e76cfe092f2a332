// Limits of stacks for people.
import { bytes, counted, grouped } from '../configuration/quantities';
import { drops, type LimitReport, type LimitsReport, type StackReport } from '../sizing/limits';
import { BYTES_OF_ID } from '../sizing/sparsecore/buffers';

export function limitsText(title: string, { stacks, assumed, unknown }: LimitsReport): string[] {
  return [
    title,
    '',
    ...stacks.flatMap((stack) => [...stackText(stack), '']),
    ...(unknown.length === 0 ? [] : ['Unknown:', ...unknown.map((line) => `  ${line}`), '']),
    ...(assumed.length === 0 ? [] : ['Assumed:', ...assumed.map((line) => `  ${line}`), '']),
  ];
}

const HEAD = ['', 'in force', 'expected', '99.9 %', 'proposed'];

function stackText(stack: StackReport): string[] {
  const { name, tables, idsPerPartition, uniqueIdsPerPartition, bufferBytes, proposedBufferBytes } = stack;
  const { requiredBuffer } = stack;
  const rows = [HEAD, cellsOf('ids', idsPerPartition), cellsOf('unique ids', uniqueIdsPerPartition)];
  const widths = HEAD.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
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
  const { droppedIds } = stack;
  if (droppedIds === null)
    return drops(stack) ? 'ids are dropped, how many is not known' : 'no ids are dropped';
  if (droppedIds === 0) return 'no ids are dropped';
  return `dropped: ${decimal(droppedIds)} ids a step${drops(stack) ? '' : ', in fewer than one step of 1,000'}`;
}

export const decimal = (value: number): string =>
  value >= 100 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));

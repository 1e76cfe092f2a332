// The shapes, slots and memory of a configuration, as text for people.
import type { Description, TableDescription } from '../configuration/description';
import { bytes, counted, grouped, shards } from '../configuration/quantities';
import { packingNote } from '../sizing/memory';

export function descriptionText({
  style,
  mode,
  cores,
  batchSizePerTensorCore,
  tables,
  outputs,
  learningRateTags,
}: Description): string[] {
  const head = [
    `${style} style, ${mode}, ${amount(batchSizePerTensorCore, 'sample')} per TensorCore, ${amount(cores, 'core')} per replica`,
    '',
    'Outputs of RecvTPUEmbeddingActivations, in order:',
    ...outputs.map(
      ({ name, shape }, i) =>
        `  ${i}: ${name || '(unnamed)'}  [${shape.map((size) => (size === -1 ? '?' : size)).join(', ')}]`,
    ),
    '',
    learningRateTags.length > 0
      ? `Dynamic inputs: ${learningRateTags.length === 1 ? 'tag' : 'tags'} ${learningRateTags.join(', ')}`
      : 'Dynamic inputs: none',
    '',
    'Tables:',
  ];
  const body = tables.flatMap((t) => [
    `  ${t.name || '(unnamed)'}: ${sizeText(t)}, ${amount(t.numFeatures, 'lookup')} per sample`,
    `    ${t.optimizer ?? 'no optimizer'}; slots: ${t.slotVariables.join(', ') || 'none'}; gradient accumulation ${t.gradientAccumulation ? 'on' : 'off'}`,
    isSized(t)
      ? `    ${bytes(t.deviceBytes)} on the devices, ${bytes(t.hostBytes)} on the hosts; rows per host: ${shards(t.rowsPerHost)}`
      : '    memory and rows per host: unknown',
  ]);
  const total = (key: 'deviceBytes' | 'hostBytes') =>
    bytes(tables.reduce((sum, table) => sum + table[key], 0));
  const sum = `${total('deviceBytes')} on the devices, ${total('hostBytes')} on the hosts`;
  return [...head, ...body, '', `Total: ${tables.every(isSized) ? sum : 'unknown'}`];
}

/** Bytes of a table of unknown size are counted as 0. */
const isSized = ({ vocabularySize, dimension }: TableDescription) => vocabularySize >= 0 && dimension >= 0;

function sizeText({ vocabularySize, dimension, paddedDimension }: TableDescription): string {
  const isPadded = dimension >= 0 && paddedDimension > dimension;
  const note = isPadded ? ` (padded to ${paddedDimension})` : packingNote(dimension, paddedDimension);
  return `${known(vocabularySize)} × ${known(dimension)}${note}`;
}

function amount(count: number, noun: string): string {
  return count < 0 ? `unknown ${noun}s` : counted(count, noun);
}

function known(size: number): string {
  return size === -1 ? '?' : grouped(size);
}

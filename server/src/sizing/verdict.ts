// Why a slice cannot run tables regardless of memory, and what its figures assume.

import { refusal } from '../optimizers';
import { devicesOf, stackAssumptions } from './library-stacks';
import { known } from './memory';
import type { Slice } from './slices';
import { sparseCores } from './sparsecore/padding';
import { chipsOf } from './stacking';
import { isOfLibrary, type SizedTable, type SizedTables } from './tables';

/** Certain reasons for refusal, in sentences for people. */
export function refusals({ tables, sparseCoreTrainer }: SizedTables, slice: Slice): string[] {
  const { name, accelerator, withoutTensorflow } = slice.generation;
  const isLibrarys = isOfLibrary(sparseCoreTrainer);
  if (isLibrarys && accelerator !== 'V2') return [`${sparseCoreTrainer} uses no SparseCores on ${name}.`];
  if (withoutTensorflow && !isLibrarys) return [`TensorFlow does not run on ${name}.`];
  if (accelerator === 'none')
    return [
      `${name} has no accelerator for embeddings: TPUEmbedding and TPUEmbeddingV2 do not run on it, only TPUEmbeddingV0.`,
    ];
  if (accelerator !== 'V2') return [];
  const total = sparseCores(chipsOf(slice));
  return [
    ...(Number.isInteger(Math.log2(total))
      ? []
      : [
          `${slice.name} has ${total} SparseCores, but ${isLibrarys ? sparseCoreTrainer : 'TensorFlow'} needs a power of two.`,
        ]),
    ...(isLibrarys ? [] : tables).flatMap(({ name: table, optimizer, decaysWeights }) => {
      if (optimizer === null)
        return [`${quoted(table)} has no optimizer, without which TPUEmbeddingV2 fails.`];
      const reason = optimizer === undefined ? undefined : refusal(optimizer);
      if (reason !== undefined) return [`${quoted(table)} cannot be trained: ${reason}`];
      return decaysWeights ? [`${quoted(table)} has weight decay, which TPUEmbeddingV2 refuses.`] : [];
    }),
  ];
}

/** Unknown values and assumptions of the figures, in sentences for people. */
export function assumptions(sized: SizedTables, slice: Slice): string[] {
  const { tables, numHosts, sparseCoreTrainer } = sized;
  const { name, accelerator, withoutTensorflow } = slice.generation;
  const isLibrarys = isOfLibrary(sparseCoreTrainer);
  const open = tables.filter((table) => !known(table)).map((table) => quoted(table.name));
  return [
    ...(accelerator === undefined && !isLibrarys
      ? [
          `Google does not document whether ${name} runs TPUEmbedding or TPUEmbeddingV2, so only memory is shown.`,
        ]
      : []),
    ...(sparseCoreTrainer !== undefined && !isLibrarys && accelerator !== 'V2'
      ? [`Google does not document whether ${name} runs ${sparseCoreTrainer}.`]
      : []),
    ...(accelerator === 'V1' && sparseCoreTrainer === undefined
      ? [`Google does not document whether ${name} runs TPUEmbedding. The figures hold if it does.`]
      : []),
    ...(accelerator === 'V2' && sparseCoreTrainer === undefined
      ? [
          withoutTensorflow
            ? 'The figures are those of the same tables on SparseCores.'
            : `${name} runs TPUEmbeddingV2, not TPUEmbedding: the figures are those of the same tables there.`,
        ]
      : []),
    ...(accelerator === 'V2' && tables.some(mayDecay)
      ? ['Some tables may have weight decay, which TPUEmbeddingV2 refuses.']
      : []),
    ...(isLibrarys && accelerator === 'V2'
      ? stackAssumptions(sized, devicesOf(slice), `, as ${slice.name} has them`)
      : []),
    ...(open.length > 0 ? [`The memory of ${open.join(', ')} is unknown.`] : []),
    ...(numHosts !== undefined && numHosts !== slice.hosts
      ? [
          `The configuration has num_hosts: ${numHosts}, but the figures are those of ${slice.name}, where num_hosts is ${slice.hosts}.`,
        ]
      : []),
  ];
}

/** What the figures of packed tables assume, in a sentence for people. */
export const packingNotes = (packed: readonly string[]): string[] =>
  packed.length === 0
    ? []
    : [
        `${packed.map(quoted).join(', ')} ${packed.length === 1 ? 'is' : 'are'} counted as packed. TPUs pack tables that are large enough, but from which size on is not published.`,
      ];

/** Whether it is unknown if a table's weights decay. */
export const mayDecay = ({ optimizer, decaysWeights }: SizedTable): boolean =>
  optimizer !== undefined && decaysWeights === undefined;

const quoted = (name: string) => (name === '' ? 'A table without a name' : `"${name}"`);

import { excerpt } from '../../basics/excerpt';
import { rangeOf } from '../../basics/range';
import type { ApiCall } from '../../dataflow/calls/python-file';
import type { Inferred } from '../../dataflow/calls/types';
import { featuresAlone } from '../../dataflow/derivation/features';
import { fieldArgumentFor, makerOf } from '../../dataflow/derivation/field-argument';
import type { EmbeddingPart } from '../../dataflow/derivation/parts';
import { type CallRule, isCaught } from './call-rule';

const program = (other: string): string => `import dataclasses
import jax
from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec

def table(name):
    return embedding_spec.TableSpec(name=name, vocabulary_size=1000, embedding_dim=16, combiner='sum',
                                    initializer=jax.nn.initializers.zeros, optimizer=embedding_spec.SGDOptimizerSpec())

users = table('users')
items = ${other}
specs = [
    embedding_spec.FeatureSpec(name=spec.name, table_spec=spec, input_shape=(64, 4), output_shape=(64, 16))
    for spec in (users, items)
]
embedding.prepare_feature_specs_for_training(specs, global_device_count=8, num_sc_per_device=4)`;

export const copiedTable: CallRule = {
  code: 'copied-table',
  severity: 'error',
  summary: 'A table to be stacked is a renamed copy of another one.',
  details:
    'A `TableSpec` of jax-tpu-embedding knows from its making on which stack it is in: one of its own name. ' +
    '`dataclasses.replace` copies that beside the arguments, so a copy with another name counts as stacked with the first, and ' +
    'stacking and preparing raise `ValueError`: *Table … is already stacked*, or *Invalid stacking*.',
  bad: program("dataclasses.replace(users, name='items')"),
  good: program("table('items')"),
  checkFile(file, report) {
    const told = new Set<ApiCall>();
    for (const call of file.calls) {
      if (!call.entry.stacking || isCaught(copiedTable, call, file)) continue;
      for (const table of featuresAlone(call)?.tables ?? []) {
        const original = originalOf(table);
        const name = textOf(table.attribute('name').type);
        if (original === undefined || name === undefined || name === original || told.has(table.call))
          continue;
        told.add(table.call);
        report({
          ...rangeOf(table.call.node),
          message:
            `The table '${excerpt(name)}' is a copy of '${excerpt(original)}' and counts as stacked with it, so it cannot be stacked or ` +
            'prepared (`ValueError`). Make it by a call of its own.',
        });
      }
    }
  },
};

/** The name of the table that a table was copied from. */
function originalOf({ call }: EmbeddingPart): string | undefined {
  const [first] = call.node.arguments;
  const { entry } = call;
  if (entry.onceStacked === undefined || !first || first.name !== undefined) return undefined;
  const original = makerOf(call.typeOf(first.value));
  return original?.entry === entry ? textOf(fieldArgumentFor(original, 'name').type) : undefined;
}

const textOf = (type: Inferred): string | undefined => (type.kind === 'str' ? type.value : undefined);

import { excerpt } from '../../basics/excerpt';
import { argumentOf } from '../../dataflow/calls/python-file';
import type { MadeStacking } from '../../dataflow/derivation/made-stacking';
import { stacksMadeBy } from '../../dataflow/derivation/stacks-of-call';
import { textMatches } from '../../python/text-matches';
import { DEFAULT_LIMIT } from '../../sizing/sparsecore/stacks';
import { type CallRule, isCaught } from './call-rule';
import { calleeRange } from './support/binding';
import { addArguments } from './support/edits';

const stacked = (limits: string): string => `import jax
from jax_tpu_embedding.sparsecore.lib.nn import embedding, embedding_spec

sgd = embedding_spec.SGDOptimizerSpec(0.1)
tables = [
    embedding_spec.TableSpec(
        name=name, vocabulary_size=1000, embedding_dim=16, initializer=jax.nn.initializers.zeros, optimizer=sgd,
        combiner='sum', max_ids_per_partition=2048)
    for name in ('users', 'items')
]
specs = [
    embedding_spec.FeatureSpec(name=table.name, table_spec=table, input_shape=(64, 4), output_shape=(64, 16))
    for table in tables
]
embedding.auto_stack_tables(specs, 1, 4${limits})`;

export const stackLimits: CallRule = {
  code: 'stack-limits',
  severity: 'warning',
  summary: 'The limits of a table are ignored, as its stack has limits of its own.',
  details:
    'A stack of two or more tables has the limits that functions of the call give, 256 unless others are given, whatever its ' +
    'tables say; ids beyond them are dropped, or end the process. Not reported where the program changes the limits of stacks later.',
  bad: stacked(''),
  good: stacked(', stack_to_max_ids_per_partition=lambda name, samples: 2048'),
  checkFile(file, report) {
    for (const call of file.calls) {
      const has = (name: string) => call.entry.parameters.some((parameter) => parameter.name === name);
      if (!LIMITS.some(({ by }) => has(by))) continue;
      if (textMatches(file.tree, CHANGES) || isCaught(stackLimits, call, file)) continue;
      const found = stacksMadeBy(call, file);
      for (const { of, by, fact } of found ? LIMITS : []) {
        if (!has(by) || argumentOf(call, by)) continue;
        const [largest] = found!.stacks
          .flatMap(({ tables }) => limitsLost(tables, found!.made, fact))
          .toSorted((a, b) => b.limit - a.limit);
        if (!largest) continue;
        const { name, limit } = largest;
        report({
          ...calleeRange(call),
          message: `The table '${excerpt(name)}' has \`${of}=${limit}\`, but in a stack with others it gets ${DEFAULT_LIMIT}. Pass \`${by}=lambda name, samples: ${limit}\`.`,
          fixes: () => [
            {
              title: `Give the stack ${limit}`,
              changes: addArguments(file.text, call.node, [`${by}=lambda name, samples: ${limit}`]),
            },
          ],
        });
      }
    }
  },
};

/** What changes the limits of stacks afterwards. */
const CHANGES = /\bupdate_preprocessing_parameters\b|\bstacked_table_spec\b/;

const LIMITS = [
  { of: 'max_ids_per_partition', by: 'stack_to_max_ids_per_partition', fact: 'maxIds' },
  { of: 'max_unique_ids_per_partition', by: 'stack_to_max_unique_ids_per_partition', fact: 'maxUniqueIds' },
] as const;

/** The tables of a stack whose limit is larger than that of the stack. */
function limitsLost(
  tables: readonly { readonly name: string }[],
  { parts, tables: facts }: MadeStacking,
  fact: (typeof LIMITS)[number]['fact'],
): readonly { readonly name: string; readonly limit: number }[] {
  const names = new Set(tables.map(({ name }) => name));
  return parts.flatMap((part, i) => {
    const { type } = part.attribute('name');
    const limit = facts[i]![fact];
    return type.kind === 'str' &&
      names.has(type.value ?? '') &&
      typeof limit === 'number' &&
      limit > DEFAULT_LIMIT
      ? [{ name: type.value!, limit }]
      : [];
  });
}

import { childMessage, fieldOf } from '../../configuration/configuration';
import { derive } from '../../configuration/derive';
import type { Rule } from '../rule';
import { fieldSpan, valueSpan } from '../support/spans';

export const outputSizeNegative: Rule = {
  code: 'output-size-negative',
  severity: 'error',
  failsOnReceive: 'below-zero',
  summary: 'A dimension or a number of cores makes the size of an output negative.',
  details:
    "The shape of an output ends in the table's `dimension`, and begins with a size that is multiplied by " +
    '`num_cores_per_replica` where SPMD partitioning is on. `RecvTPUEmbeddingActivations` takes -1 for an ' +
    'unknown size and rejects anything below.',
  messages: {
    "has dimensions with values below -1 (where -1 means unknown) for '{{node RecvTPUEmbeddingActivations":
      'The dimension of a table or a size of a feature is so small that the shape of an output is negative.',
  },
  bad: 'table_descriptor { name: "t" dimension: -64 }',
  good: 'table_descriptor { name: "t" dimension: 64 }',
  check(configuration, report) {
    for (const table of configuration.tables) {
      if (table.dimension === undefined || table.dimension >= -1) continue;
      report({
        span: fieldSpan(table, 'dimension'),
        message: `dimension is ${table.dimension}, but it is the length of an embedding vector, such as 64.`,
      });
    }
    const { coresPerReplica: cores, message } = configuration;
    if (cores === undefined || cores >= 0) return;
    if (!derive(configuration).outputs.some(({ shape }) => shape[0]! < -1)) return;
    const field = fieldOf(childMessage(message, 'spmd_sharding')!, 'num_cores_per_replica')!;
    report({
      span: valueSpan(field),
      message:
        `num_cores_per_replica is ${cores} and makes the size of outputs negative. Set it to the ` +
        'TensorCores that one replica spans.',
    });
  },
};

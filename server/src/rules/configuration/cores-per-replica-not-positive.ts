import { childMessage, fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fieldSpan, mayBeMisspelled } from '../support/spans';

export const coresPerReplicaNotPositive: Rule = {
  code: 'cores-per-replica-not-positive',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'SPMD partitioning is on without a number of cores.',
  details:
    'With `spmd_sharding` enabled and no manual partitioning, the first size of every output is multiplied ' +
    'by `num_cores_per_replica`. If that number is 0 or missing, all outputs are empty.',
  bad: 'spmd_sharding { enabled: true }',
  good: 'spmd_sharding { enabled: true num_cores_per_replica: 2 }',
  check(configuration, report) {
    const { coresPerReplica, message: root } = configuration;
    if (coresPerReplica !== 0) return;
    const field = fieldOf(root, 'spmd_sharding')!;
    const message = childMessage(root, 'spmd_sharding')!;
    const owner = { field, message };
    if (mayBeMisspelled(owner, 'num_cores_per_replica')) return;
    const state = fieldOf(message, 'num_cores_per_replica') ? '0' : 'missing';
    report({
      span: fieldSpan(owner, 'num_cores_per_replica'),
      message:
        `num_cores_per_replica is ${state}, so all outputs are empty. Set it to the TensorCores that one ` +
        'replica spans.',
    });
  },
};

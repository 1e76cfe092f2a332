import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { LIKELY, setting } from '../support/fixes';
import { fieldSpan, mayBeMisspelled } from '../support/spans';

export const numHostsNotPositive: Rule = {
  code: 'num-hosts-not-positive',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'The number of hosts is not set.',
  details:
    '`num_hosts` is the number of TPU hosts. Each table is cut into as many shards. TensorFlow accepts ' +
    'a missing value, 0 or less, and fails much later, when shards do not fit.',
  bad: 'table_descriptor { name: "t" }\nnum_tensor_cores: 8',
  good: 'table_descriptor { name: "t" }\nnum_tensor_cores: 8\nnum_hosts: 1',
  check(configuration, report) {
    const { bound, message, numHosts } = configuration;
    if (numHosts === undefined || numHosts > 0 || mayBeMisspelled(configuration, 'num_hosts')) return;
    const state = fieldOf(message, 'num_hosts') ? numHosts : 'missing';
    report({
      span: fieldSpan(configuration, 'num_hosts'),
      message: `num_hosts is ${state}. Set it to the number of TPU hosts, at least 1.`,
      fixes: () => [setting(bound, message, 'num_hosts', '1', LIKELY)],
    });
  },
};

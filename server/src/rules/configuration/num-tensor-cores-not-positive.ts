import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { fieldSpan, mayBeMisspelled } from '../support/spans';

export const numTensorCoresNotPositive: Rule = {
  code: 'num-tensor-cores-not-positive',
  severity: 'warning',
  concludesFromAbsence: true,
  summary: 'The number of TensorCores is not set.',
  details:
    '`num_tensor_cores` counts the TensorCores of all hosts together. TensorFlow accepts a missing value, ' +
    '0 or less, and fails later.',
  bad: 'table_descriptor { name: "t" }\nnum_hosts: 1',
  good: 'table_descriptor { name: "t" }\nnum_hosts: 1\nnum_tensor_cores: 8',
  check(configuration, report) {
    const { message, numTensorCores: cores } = configuration;
    if (cores === undefined || cores > 0 || mayBeMisspelled(configuration, 'num_tensor_cores')) return;
    const state = fieldOf(message, 'num_tensor_cores') ? cores : 'missing';
    report({
      span: fieldSpan(configuration, 'num_tensor_cores'),
      message: `num_tensor_cores is ${state}. Set it to the number of TensorCores of all hosts together.`,
    });
  },
};

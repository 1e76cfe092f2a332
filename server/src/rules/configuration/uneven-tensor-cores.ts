import { counted } from '../../configuration/quantities';
import type { Rule } from '../rule';
import { fieldSpan } from '../support/spans';

export const unevenTensorCores: Rule = {
  code: 'uneven-tensor-cores',
  severity: 'warning',
  summary: 'The TensorCores cannot be shared evenly among the hosts.',
  details:
    '`num_tensor_cores` counts the TensorCores of all hosts together. All hosts of a TPU slice have the ' +
    'same number, so it should be a multiple of `num_hosts`; TensorFlow does not check.',
  bad: 'table_descriptor { name: "t" }\nnum_hosts: 4\nnum_tensor_cores: 18',
  good: 'table_descriptor { name: "t" }\nnum_hosts: 4\nnum_tensor_cores: 16',
  check(configuration, report) {
    const { numHosts: hosts, numTensorCores: cores } = configuration;
    if (!hosts || !cores || hosts < 0 || cores < 0 || cores % hosts === 0) return;
    report({
      span: fieldSpan(configuration, 'num_tensor_cores'),
      message:
        `${counted(hosts, 'host')} cannot share ${counted(cores, 'TensorCore')} evenly. num_tensor_cores ` +
        'counts those of all hosts together.',
      related: [{ span: fieldSpan(configuration, 'num_hosts'), message: 'The number of hosts is set here.' }],
    });
  },
};

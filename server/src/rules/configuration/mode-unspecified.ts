import { fieldOf } from '../../configuration/configuration';
import type { Rule } from '../rule';
import { setting } from '../support/fixes';
import { fieldSpan, mayBeMisspelled } from '../support/spans';

export const modeUnspecified: Rule = {
  code: 'mode-unspecified',
  severity: 'error',
  concludesFromAbsence: true,
  ofConfiguration: true,
  summary: 'The mode is not set.',
  details:
    'TensorFlow parses a configuration without `mode`, then rejects it when the TPU system is initialized. ' +
    'The Python API always writes `TRAINING`, and single steps may choose another mode.',
  messages: {
    'TPUEmbeddingConfiguration.mode is INVALID':
      'The configuration has no `mode`: it is TRAINING, INFERENCE or BACKWARD_PASS_ONLY.',
  },
  bad: 'table_descriptor { name: "t" }',
  good: 'table_descriptor { name: "t" }\nmode: TRAINING',
  check(configuration, report) {
    const { bound, message, mode } = configuration;
    if (mode !== 0 || mayBeMisspelled(configuration, 'mode')) return;
    report({
      span: fieldSpan(configuration, 'mode'),
      message:
        `mode is ${fieldOf(message, 'mode') ? 'UNSPECIFIED, which TensorFlow rejects' : 'missing'}. ` +
        'Set it to TRAINING, INFERENCE or BACKWARD_PASS_ONLY.',
      fixes: () =>
        ['TRAINING', 'INFERENCE'].map((name) =>
          setting(bound, message, 'mode', name, { preferred: name === 'TRAINING' }),
        ),
    });
  },
};

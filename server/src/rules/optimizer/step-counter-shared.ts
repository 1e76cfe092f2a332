import { childMessage } from '../../configuration/configuration';
import { type DynamicTag, dynamicTags } from '../../configuration/derive';
import type { Rule } from '../rule';
import { insertField, setField } from '../support/edits';
import { valueSpan } from '../support/spans';

export const stepCounterShared: Rule = {
  code: 'step-counter-shared',
  severity: 'information',
  summary: 'A step counter and a learning rate have the same tag.',
  details:
    '`frequency_aware_adagrad` gets the global step through a tag, as dynamic learning rates get theirs. ' +
    'With the same tag both get the same number, and the learning rate is the step. A `step_counter` that ' +
    'is left out has tag 0.',
  bad:
    'table_descriptor { optimization_parameters {\n' +
    '  frequency_aware_adagrad {\n    max_lr_multiplier: 1e6 probability_exponent: 0.5 accumulator_decay: 1\n' +
    '    initial_accumulator_value: 0.1\n  }\n  learning_rate { dynamic { tag: 0 } }\n} }',
  good:
    'table_descriptor { optimization_parameters {\n' +
    '  frequency_aware_adagrad {\n    max_lr_multiplier: 1e6 probability_exponent: 0.5 accumulator_decay: 1\n' +
    '    initial_accumulator_value: 0.1 step_counter { tag: 1 }\n  }\n  learning_rate { dynamic { tag: 0 } }\n} }',
  check({ bound, tables }, report) {
    if (!tables.some(({ optimization }) => optimization?.algorithm?.name === 'frequency_aware_adagrad'))
      return;
    const rates = new Map<number, DynamicTag>();
    let free = 0;
    for (const table of tables) {
      for (const input of dynamicTags(table)) {
        if (input.source === 'learning_rate' && !rates.has(input.tag)) rates.set(input.tag, input);
        free = Math.max(free, input.tag + 1);
      }
    }
    for (const table of tables) {
      const counter = dynamicTags(table).find(({ source }) => source === 'step_counter');
      const rate = counter && rates.get(counter.tag);
      if (!rate) continue;
      const parameters = table.optimization!.choice!;
      const implied = counter.field === parameters.field;
      report({
        span: valueSpan(counter.field),
        message:
          `The step counter${implied ? ', left out,' : ''} has tag ${counter.tag}, and so has a learning ` +
          'rate: both get the same number. Give the counter a tag of its own.',
        related: [{ span: valueSpan(rate.field), message: `A learning rate has tag ${rate.tag} here.` }],
        fixes: () => {
          const written = childMessage(parameters.message!, 'step_counter');
          const edit = written
            ? setField(bound, written, 'tag', String(free))
            : insertField(bound, parameters.message!, `step_counter { tag: ${free} }`);
          return [{ title: `Set step_counter { tag: ${free} }`, edits: [edit] }];
        },
      });
    }
  },
};

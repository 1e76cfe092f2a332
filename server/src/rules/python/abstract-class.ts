import { mayMakeConcrete } from '../../dataflow/libraries/abstract-classes';
import type { CallRule } from './call-rule';
import { calleeRange } from './support/binding';

const example = (optimizer: string): string =>
  `from jax_tpu_embedding.sparsecore.lib.nn import embedding_spec

optimizer = embedding_spec.${optimizer}(0.1)`;

export const abstractClass: CallRule = {
  code: 'abstract-class',
  severity: 'error',
  summary: 'An abstract class is instantiated.',
  details:
    'A class with abstract methods cannot be called: Python raises `TypeError`. Call one of the classes that are derived from it, or ' +
    'derive one that defines these methods.',
  messages: {
    "Can't instantiate abstract class {name}":
      '`{name}` is only the base of other classes: call one of these.',
  },
  bad: example('OptimizerSpec'),
  good: example('SGDOptimizerSpec'),
  checkCall(call, file, report) {
    const { isAbstract, name } = call.entry;
    // A class of the program may define what is missing, and a test may say that nothing is.
    if (!isAbstract || mayMakeConcrete(file.tree)) return;
    if (file.typeOf(call.node.callee).kind === 'class')
      report({
        ...calleeRange(call),
        message: `\`${name}\` is only the base of other classes and has no objects of its own. Call one of these.`,
      });
  },
};

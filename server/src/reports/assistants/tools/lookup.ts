import { UsageError } from '../../../basics/usage-error';
import { object, text } from '../schema';
import type { Tool, View } from '../tool';
import { answerOf, anyAnswer } from '../views';
import { errorLookup } from './lookup/error';
import { nameLookup } from './lookup/name';
import { ruleLookup } from './lookup/rule';

/** By the argument that says what is looked up. */
const VIEWS: Readonly<Record<string, View>> = { name: nameLookup, rule: ruleLookup, error: errorLookup };

export const lookup: Tool = {
  name: 'lookup',
  title: 'Look up a name, a rule or an error of TPU embedding',
  summary: 'Explains a field, an op, a class or an argument, a rule, or what a failed program wrote.',
  icon: 'book',
  description:
    'Explains one of: a name of TPU embedding (field, message, enum value, op, class, function, argument) with types, units, ranges, defaults, formulas, an example and its releases; a rule that check reports, with an example; an error: causes of a stack trace, log or message, the most likely first. Use it instead of guessing.',
  takes: object({
    'name?': text('clipping_limits, Adam.beta1, tf.raw_ops.SendTPUEmbeddingGradients.'),
    'rule?': text('A code of check, such as learning-rate-missing.'),
    'error?': text('What a program wrote, as it is.'),
  }),
  answers: anyAnswer(Object.values(VIEWS)),
  run(given, host) {
    const [kind, other] = given.keys();
    if (kind === undefined || other !== undefined) throw new UsageError('Give one of name, rule and error.');
    return answerOf(VIEWS[kind]!, given, host, kind);
  },
};

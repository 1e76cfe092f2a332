import { addArguments, bindingRule, calleeRange, callName, placeholder, quoted } from './support/binding';
import { meantName } from './unknown-argument';

export const missingArgument = bindingRule(
  {
    code: 'missing-argument',
    summary: 'A required argument is missing.',
    details:
      'The call raises `TypeError`. `learning_rates` of `SendTPUEmbeddingGradients` is required even where all rates ' +
      'are constant: give `[]`.',
    bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, config=config.SerializeToString())`,
    good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, config=config.SerializeToString(), learning_rates=[])`,
  },
  'missing',
  ([problem], call, { text }, report) => {
    // What is being typed may be the argument.
    if (!call.node.complete) return;
    // One under a wrong name is not missing, and one without its name is reported as such.
    const meant = new Set(
      call.binding.problems.map((other) => (other.kind === 'unknown' ? meantName(call, other) : undefined)),
    );
    const missing = problem!.parameters.filter(({ name }) => !meant.has(name));
    if (missing.length === 0) return;
    const names = missing.map(({ name }) => name);
    const hint =
      names.length === 1 && names[0] === 'learning_rates' ? ' Where all rates are constant, give `[]`.' : '';
    report({
      ...calleeRange(call),
      message: `\`${callName(call)}\` needs ${quoted(names)}.${hint}`,
      fixes: () => [
        addArguments(
          text,
          call.node,
          missing.map((parameter) => `${parameter.name}=${placeholder(parameter)}`),
          `Add ${names.join(', ')}`,
        ),
      ],
    });
  },
);

import { rangeOf } from '../../basics/range';
import { choiceSnippet, escapeSnippet } from '../../basics/snippet';
import { findEntry, type Parameter } from '../../catalogue';
import { SELF } from '../../dataflow/calls/methods';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { resolve } from '../../python/names';
import { caughtAround, isExpectedToFail } from '../../python/surroundings';
import { allOfKind } from '../../python/tree';
import type { CallReport, CallRule, TextFix } from './call-rule';
import { orderMeant } from './mismatches';
import { meantParameter } from './positional-argument';
import { bindingRule, calleeRange, callName, quoted } from './support/binding';
import { addArguments, appendArguments } from './support/edits';
import { isShape, shapeSnippet } from './support/shape-sources';
import { suggestedArguments } from './support/suggested-arguments';
import { meantName } from './unknown-argument';

const inCalls = bindingRule(
  {
    code: 'missing-argument',
    summary: 'A required argument is missing.',
    details:
      'The call raises `TypeError`. `learning_rates` of `SendTPUEmbeddingGradients` is required even where all rates ' +
      'are constant: give `[]`.',
    messages: {
      "missing a required argument: '{name}'": 'A call leaves out `{name}`, which has no default.',
      '{call:ours}() missing {n:int} required positional argument':
        'The call of `{call}` leaves out an argument that has no default.',
      "{call:ours}() missing 1 required positional argument: '{name}'":
        'The call of `{call}` leaves out `{name}`, which has no default.',
      "{call:ours}() missing 1 required keyword-only argument: '{name}'":
        'The call of `{call}` leaves out `{name}`, which has no default.',
      'num_sc_per_device must be provided if the table is not present':
        '`num_sc_per_device` is left out where no table says how many SparseCores there are.',
      'global_device_count must be provided when use_gradient_stacking_primitive is True':
        '`global_device_count` is left out, and stacking gradients by the primitive needs it.',
      'Either stablehlo or custom_computation_fn must be provided for CustomOptimizerSpec':
        'A custom optimizer has no update: neither `custom_computation_fn` nor `stablehlo` is given.',
    },
    bad: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, config=config.SerializeToString())`,
    good: `import tensorflow as tf

tf.raw_ops.SendTPUEmbeddingGradients(inputs=gradients, config=config.SerializeToString(), learning_rates=[])`,
  },
  'missing',
  ([problem], call, file, report) => {
    // The text being typed may become the argument.
    if (!call.node.complete) return;
    // An argument with a wrong name or without its name is reported by another rule.
    const meant = new Set(
      call.binding.problems.map((other) => {
        if (other.kind === 'unknown') return meantName(call, other, file);
        return other.kind === 'keyword-only' ? meantParameter(other, call, file)?.name : undefined;
      }),
    );
    const order = orderMeant(call, file);
    const missing = order
      ? call.entry.parameters.filter((each) => each.required && !order.includes(each) && !isNamed(each, call))
      : problem!.parameters.filter(({ name }) => !meant.has(name));
    if (missing.length === 0) return;
    const names = missing.map(({ name }) => name);
    const hint = missing.some(isShape)
      ? ' Shapes begin with the global batch; that of results ends with the length of the vectors.'
      : names.length === 1 && names[0] === 'learning_rates'
        ? ' Where all rates are constant, give `[]`.'
        : '';
    if (call.entry.parameters[0] === SELF) {
      const message = `\`${callName(call)}\` is called on the class here, so its first argument must be an object. Call it on an object.`;
      report({ ...calleeRange(call), message });
      return;
    }
    report({
      ...calleeRange(call),
      message: `\`${callName(call)}\` needs ${quoted(names)}.${hint}`,
      fixes: () => [addition(missing, call, file)],
    });
  },
);

/** A function that decorates another gets that alone. */
function checkDecorators({ tree }: PythonFile, report: CallReport): void {
  for (const { decorators } of [...allOfKind(tree, 'function'), ...allOfKind(tree, 'class')])
    for (const decorator of decorators) {
      const name = decorator.kind === 'call' ? undefined : resolve(tree, decorator);
      const entry = name === undefined ? undefined : findEntry(name);
      const [, ...missing] = entry?.kind === 'function' ? entry.parameters.filter(isRequired) : [];
      if (!entry || missing.length === 0) continue;
      if (caughtAround(tree, decorator) !== 0 || isExpectedToFail(tree, decorator)) continue;
      const names = quoted(missing.map(({ name }) => name));
      report({
        ...rangeOf(decorator),
        message: `A decorator gets what is below it and no other argument, but \`${entry.name}\` needs ${names} as well. Decorate with \`functools.partial(${entry.name}, …)\`.`,
      });
    }
}

const isRequired = ({ required }: Parameter): boolean => required;

export const missingArgument: CallRule = {
  ...inCalls,
  checkFile(file, report, guard) {
    inCalls.checkFile?.(file, report, guard);
    checkDecorators(file, report);
  },
};

const isNamed = ({ name }: Parameter, call: ApiCall) => call.arguments.some((given) => given.name === name);

/** Adds the missing arguments, with placeholders for values that cannot be known. */
function addition(missing: readonly Parameter[], call: ApiCall, file: PythonFile): TextFix {
  const values = suggestedArguments(missing, call, file);
  const title = `Add ${missing.map(({ name }) => name).join(', ')}`;
  if (values.every(({ length }) => length === 1)) {
    const added = missing.map(({ name }, i) => `${name}=${values[i]}`);
    return { title, changes: addArguments(file.text, call.node, added), preferred: true };
  }
  const added = missing.map((parameter, i) => {
    const isUnknownShape = isShape(parameter) && values[i]!.length === 0;
    return `${parameter.name}=${isUnknownShape ? shapeSnippet(parameter, call, file) : placeholder(i + 1, values[i]!)}`;
  });
  // An editor indents the lines of a snippet by itself.
  return { title, changes: appendArguments(call.node, added), preferred: true, isSnippet: true };
}

function placeholder(place: number, values: readonly string[]): string {
  if (values.length === 0) return `\${${place}:...}`;
  return values.length === 1 ? escapeSnippet(values[0]!) : choiceSnippet(place, values);
}

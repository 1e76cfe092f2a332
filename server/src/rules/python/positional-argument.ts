import { rangeOf } from '../../basics/range';
import type { ArgumentProblem, Parameter } from '../../catalogue';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { bindingOf } from '../../python/names';
import { takes } from './mismatches';
import { bindingRule, callName, quoted } from './support/binding';

export const positionalArgument = bindingRule(
  {
    code: 'positional-argument',
    summary: 'An argument of a raw op has no name.',
    details:
      'The ops of `tf.raw_ops` and protobuf messages take keyword arguments only. TensorFlow raises `TypeError` before it ' +
      'looks at anything else. The functions of `tpu_ops` do take positional arguments, some in another order.',
    messages: {
      '{call:ours} only takes keyword args (possible keys:':
        'Ops of `tf.raw_ops` take arguments by name only.',
    },
    bad: `import tensorflow as tf

tf.raw_ops.RecvTPUEmbeddingActivations(2, config.SerializeToString())`,
    good: `import tensorflow as tf

tf.raw_ops.RecvTPUEmbeddingActivations(num_outputs=2, config=config.SerializeToString())`,
  },
  'keyword-only',
  (all, call, file, report) => {
    const written = writtenNames(call);
    const problems = all.filter(({ argument }) => !isBeginning(call, argument.index, written, file));
    const [first] = problems;
    if (!first) return;
    const places = problems.map(({ argument }) => call.arguments[argument.index]!);
    const names = problems.map((problem) => meantParameter(problem, call, file)?.name);
    const isNameable = () =>
      names.every((name, i) => name !== undefined && !written.has(name) && names.indexOf(name) === i);
    const name = names[0] ?? first.parameter?.name;
    const example = name === undefined ? '' : `, as in \`${name}=…\``;
    const order = problems.flatMap(({ parameter }) => parameter?.name ?? []);
    const meant =
      order.length === problems.length && order.length > 1
        ? ` In this order they would be ${quoted(order)}.`
        : '';
    report({
      ...rangeOf(places[0]!),
      message: `\`${callName(call)}\` takes keyword arguments only. Name ${problems.length === 1 ? 'this argument' : 'its arguments'}${example}.${meant}`,
      fixes: () =>
        isNameable()
          ? [
              {
                title: problems.length === 1 ? 'Name the argument' : 'Name the arguments',
                changes: places.map(({ start }, i) => ({ start, end: start, newText: `${names[i]}=` })),
                preferred: true,
              },
            ]
          : [],
    });
  },
);

/** Whether an argument is the beginning of a keyword: an unbound name, with its `=` still to be typed. */
function isBeginning(
  { arguments: given, entry }: ApiCall,
  index: number,
  written: ReadonlySet<string | undefined>,
  { tree }: PythonFile,
): boolean {
  const value = given[index]?.value;
  if (value?.kind !== 'name' || bindingOf(tree, value)) return false;
  return entry.parameters.some(({ name }) => !written.has(name) && name.startsWith(value.name));
}

const writtenNames = ({ node }: ApiCall) => new Set(node.arguments.map(({ name }) => name));

/** The parameter at the argument's position, or else the missing one, if it accepts the value. */
export function meantParameter(
  { argument: { index }, parameter }: Extract<ArgumentProblem, { kind: 'keyword-only' }>,
  call: ApiCall,
  file: PythonFile,
): Parameter | undefined {
  const { value } = call.arguments[index]!;
  const written = writtenNames(call);
  if (isBeginning(call, index, written, file)) return undefined;
  const lacking = call.entry.parameters.filter(
    ({ name, required }) => required && !written.has(name) && !call.binding.arguments.has(name),
  );
  const candidates = lacking.length === 1 ? [parameter, ...lacking] : [parameter];
  return candidates.find(
    (candidate) => candidate && !written.has(candidate.name) && takes(candidate, value, call, file),
  );
}

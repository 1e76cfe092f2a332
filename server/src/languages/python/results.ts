import { excerpt } from '../../basics/excerpt';
import { code, codeBlock, paragraphs, table } from '../../basics/markdown';
import { derive, type Output } from '../../configuration/derive';
import { argumentValue } from '../../dataflow/calls/argument-values';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { inScope } from '../../dataflow/calls/in-scope';
import { numberOf } from '../../dataflow/calls/known-values';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { configurationOf, ReachingConfiguration } from '../../dataflow/calls/reaching-configuration';
import { bindingOf, writtenFor } from '../../python/names';
import type { Attribute, Call, Expression, Name, Node } from '../../python/tree';
import { summary } from '../textproto/hover-facts';
import { publicPath } from './documentation';
import { apiCallOf } from './lookup';

export const RECEIVE = 'RecvTPUEmbeddingActivations';
const SERIALIZERS: ReadonlySet<string> = new Set(['SerializeToString', 'SerializePartialToString']);
/** More outputs are counted, not listed. */
const MAX_OUTPUTS = 16;

/** Describes a variable or an attribute with a known value; `label` begins its code. */
export type VariableMarkdown = (
  file: PythonFile,
  node: Name | Attribute,
  value: Expression,
  label: string,
) => string | undefined;

/** The value of a variable that holds a result of an op or a method; undefined for other variables. */
export const resultMarkdown: VariableMarkdown = (file, node, value, label) => {
  const unpacked = node.kind === 'name' ? unpackedAt(file, node) : undefined;
  const made = writtenFor(file.tree, assignedValue(file, unpacked?.from ?? value));
  const call = made.kind === 'call' ? callMade(file, made) : undefined;
  if (!call || call.entry.kind === 'class' || call.entry.returns === '') return undefined;
  if (SERIALIZERS.has(call.entry.name)) return bytesMarkdown(file, call, label);
  if (call.entry.op?.name === RECEIVE)
    return unpacked ? outputMarkdown(call, unpacked.index, label) : outputsMarkdown(call, label);
  return unpacked
    ? namedOutputMarkdown(call, unpacked.index, label)
    : paragraphs(codeBlock('python', label), resultOf(call), call.entry.returns);
};

/** One of the outputs that an op names. */
function namedOutputMarkdown({ entry }: ApiCall, index: number, label: string): string | undefined {
  const outputs = entry.op?.outputs ?? [];
  const output = outputs.length > 1 ? outputs[index] : undefined;
  if (!output) return undefined;
  const what = output.numberAttr === undefined ? `${output.type} tensor` : `list of ${output.type} tensors`;
  return paragraphs(
    codeBlock('python', `${label}: ${what}`),
    `Output ${code(output.name)} of ${code(publicPath(entry.id))}.`,
  );
}

/** The call, with evaluated arguments if the program certainly reaches it. */
const callMade = (file: PythonFile, node: Call): ApiCall | undefined =>
  file.calls.find((call) => call.node === node) ?? apiCallOf(file, node);

const resultOf = ({ entry }: ApiCall) => `What ${code(publicPath(entry.id))} gives.`;

/** The activations of all tables or features. */
function outputsMarkdown(call: ApiCall, label: string): string {
  const outputs = outputsOf(call);
  const count = outputs?.length ?? numberOf(argumentValue(call, 'num_outputs'));
  return paragraphs(
    codeBlock('python', `${label}: list of ${count === undefined ? '' : `${count} `}float32 tensors`),
    resultOf(call),
    outputs && outputTable(outputs, configurationOf(call)?.outputs?.of),
  );
}

/** The activations of one table or feature. */
function outputMarkdown(call: ApiCall, index: number, label: string): string {
  const output = outputsOf(call)?.[index];
  const of = output && ` of the ${configurationOf(call)?.outputs?.of} ${code(excerpt(output.name))}`;
  return paragraphs(
    codeBlock('python', `${label}: float32 tensor${output ? `, shape ${shapeText(output)}` : ''}`),
    `Output ${index} of ${code(RECEIVE)}: the activations${of ?? ''}.`,
  );
}

/** The outputs of a call whose whole configuration is known. */
export function outputsOf(call: ApiCall): readonly Output[] | undefined {
  const reaching = configurationOf(call);
  return reaching?.isWhole ? derive(reaching.configuration).outputs : undefined;
}

/** The value of an attribute of `self`, if it is assigned once. Other expressions are returned unchanged. */
export function assignedValue({ tree, text }: PythonFile, expression: Expression): Expression {
  if (expression.kind !== 'attribute') return expression;
  const source = text.slice(expression.start, expression.end);
  return inScope(tree, expression.start).find((other) => other.source === source)?.value ?? expression;
}

/** The index of a variable among those that a result is unpacked into. */
function unpackedAt(file: PythonFile, node: Name): { from: Expression; index: number } | undefined {
  const binding = bindingOf(file.tree, node);
  const at: Node | undefined = binding?.node;
  if (at?.kind !== 'assignment' || at.operator !== '=' || !at.value) return undefined;
  const target = at.targets.find(({ start, end }) => start <= binding!.start && binding!.end <= end);
  if (target?.kind !== 'tuple' && target?.kind !== 'list') return undefined;
  const index = target.elements.findIndex(({ start }) => start === binding!.start);
  const isPlain = target.elements.slice(0, index + 1).every(({ kind }) => kind !== 'starred');
  return index >= 0 && isPlain ? { from: at.value, index } : undefined;
}

/** A configuration in binary form. */
function bytesMarkdown(file: PythonFile, { node }: ApiCall, label: string): string | undefined {
  const message = evaluationOf(file.tree).serializedAt(node);
  if (!message?.isConfiguration) return undefined;
  const heading = codeBlock('python', `${label}: bytes`);
  const what = `A ${code('TPUEmbeddingConfiguration')} in binary form.`;
  if (!message.isWhole) return paragraphs(heading, what);
  const { configuration } = new ReachingConfiguration(message, node);
  return paragraphs(heading, what, `---\n\n${summary(configuration, derive(configuration))}`);
}

function outputTable(outputs: readonly Output[], of: string | undefined): string {
  const rows = outputs
    .slice(0, MAX_OUTPUTS)
    .map((output, index) => [String(index), code(excerpt(output.name)), code(shapeText(output))]);
  const rest = outputs.length - rows.length;
  return paragraphs(
    table(['Output', of === 'feature' ? 'Feature' : 'Table', 'Shape'], rows),
    rest > 0 ? `… and ${rest} more.` : undefined,
  );
}

/** Unknown sizes are shown as `?`. */
const shapeText = ({ shape }: Output) => `[${shape.map((size) => (size === -1 ? '?' : size)).join(', ')}]`;

import { excerpt } from '../../basics/excerpt';
import { codeBlock, paragraphs } from '../../basics/markdown';
import { callText, type Entry } from '../../catalogue';
import { derive } from '../../configuration/derive';
import { classOf } from '../../dataflow/calls/classes';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { type ApiCall, callOf, type PythonFile } from '../../dataflow/calls/python-file';
import { ReachingConfiguration } from '../../dataflow/calls/reaching-configuration';
import type { Inferred, TypeOf } from '../../dataflow/calls/types';
import { bindingOf, writtenFor } from '../../python/names';
import { type Attribute, type Expression, isExpression, type Name, type Node } from '../../python/tree';
import { summary } from '../textproto/hover-facts';
import { isOwn } from './lookup';
import { assignedValue, resultMarkdown, type VariableMarkdown } from './results';
import { stackMarkdown } from './stacks';

/** A longer call is shown with an argument a line. */
const MAX_LINE = 80;
const MAX_ARGUMENT = 40;

/** The known value of a variable, or of an attribute of `self`. */
export function variableMarkdown(file: PythonFile, node: Name | Attribute): string | undefined {
  const value = expressionOf(file, node);
  const label = `(${node.kind === 'name' ? 'variable' : 'attribute'}) ${excerpt(sourceOf(file, node))}`;
  return (
    instanceMarkdown(file, node, value, label) ??
    resultMarkdown(file, node, value, label) ??
    plainMarkdown(file, value, label)
  );
}

const sourceOf = ({ text }: PythonFile, { start, end }: Expression) => text.slice(start, end);

/** The class of an object, and the call that made it. */
const instanceMarkdown: VariableMarkdown = (file, node, value, label) => {
  const made = file.typeOf(value);
  const entry = made.kind === 'instance' ? made.entry : classOf(file.tree, value);
  if (entry?.kind !== 'class' || !isOwn(entry)) return undefined;
  const call = made.kind === 'instance' && made.call ? callOf(file, made.call) : undefined;
  const holds = call?.entry === entry ? ` = ${callSource(file, call)}` : `: ${className(entry)}`;
  return paragraphs(
    codeBlock('python', label + holds),
    entry.summary,
    entry.message === undefined ? undefined : configurationSummary(file, node),
    call && stackMarkdown(file, call.node),
  );
};

/** A number, a text, or a few of them. */
function plainMarkdown(file: PythonFile, value: Expression, label: string): string | undefined {
  const { typeOf } = file;
  const type = typeOf(value);
  // A tuple stays as it is written.
  const written = type.kind === 'tuple' ? writtenFor(file.tree, assignedValue(file, value)) : undefined;
  const text = valueText(written && isExpression(written) ? typeOf(written) : type, typeOf);
  return text === undefined ? undefined : codeBlock('python', `${label}: ${type.kind} = ${text}`);
}

/** At an assignment its right side; elsewhere the known value. */
function expressionOf(file: PythonFile, node: Name | Attribute): Expression {
  const { parent } = node;
  if (parent?.kind === 'assignment' && parent.operator === '=' && parent.targets.includes(node))
    return parent.value ?? node;
  return file.typeOf(node).kind === 'unknown' ? assignedValue(file, node) : node;
}

/** A nested class by both names, as the last alone may be unclear. */
const className = ({ id, name }: Entry) => /_pb2\.(.+)$/.exec(id)?.[1] ?? name;

function callSource({ text }: PythonFile, { node, entry, binding }: ApiCall): string {
  const parts = node.arguments
    .filter(({ value }) => value.kind !== 'missing')
    .map(({ kind, name, value, start, end }, index) => {
      if (kind !== 'positional' && kind !== 'keyword') return excerpt(text.slice(start, end), MAX_ARGUMENT);
      const parameter = name ?? binding.parameters[index]?.name;
      const source = excerpt(text.slice(value.start, value.end), MAX_ARGUMENT);
      return parameter === undefined ? source : `${excerpt(parameter)}=${source}`;
    });
  return callText(className(entry), parts, MAX_LINE);
}

/** The summary of a configuration that is fully known where it is serialized. */
function configurationSummary(file: PythonFile, node: Name | Attribute): string | undefined {
  const { observations } = evaluationOf(file.tree);
  for (const [{ callee }, message] of observations.flatMap(({ serialized }) => [...serialized])) {
    if (callee.kind !== 'attribute' || !isSame(file, callee.object, node)) continue;
    if (!message.isConfiguration || !message.isWhole || message.hasText) continue;
    const { configuration } = new ReachingConfiguration(message, callee.object);
    return `---\n\n${summary(configuration, derive(configuration))}`;
  }
  return undefined;
}

/** Whether two expressions are one variable, or one attribute within a class. */
function isSame(file: PythonFile, a: Expression, b: Name | Attribute): boolean {
  if (a.kind === 'name' && b.kind === 'name') {
    const binding = bindingOf(file.tree, a);
    return binding !== undefined && binding === bindingOf(file.tree, b);
  }
  return (
    a.kind === b.kind && sourceOf(file, a) === sourceOf(file, b) && enclosingClass(a) === enclosingClass(b)
  );
}

function enclosingClass(node: Node): Node | undefined {
  let at = node.parent;
  while (at && at.kind !== 'class') at = at.parent;
  return at;
}

const MAX_TEXT = 60;
const MAX_ELEMENTS = 8;

/** A known value as Python writes it, if it has such a form. */
function valueText(value: Inferred, typeOf: TypeOf): string | undefined {
  switch (value.kind) {
    case 'int':
      return value.value === undefined ? undefined : excerpt(String(value.value), MAX_TEXT);
    case 'float':
      return value.value === undefined ? undefined : floatText(value.value);
    case 'bool':
      return value.value === undefined ? undefined : value.value ? 'True' : 'False';
    case 'str':
      return value.value === undefined ? undefined : stringText(value.value);
    case 'list':
    case 'tuple': {
      const { elements } = value;
      if (!elements || elements.length > MAX_ELEMENTS) return undefined;
      const texts = elements.map((element) => elementText(typeOf(element), typeOf));
      if (texts.includes(undefined)) return undefined;
      const inside = texts.join(', ');
      if (value.kind === 'list') return `[${inside}]`;
      return `(${inside}${texts.length === 1 ? ',' : ''})`;
    }
    default:
      return undefined;
  }
}

/** Nested lists are not shown. */
const elementText = (value: Inferred, typeOf: TypeOf) =>
  value.kind === 'list' || value.kind === 'tuple' ? undefined : valueText(value, typeOf);

function floatText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  return Number.isInteger(value) && Math.abs(value) < 1e16 ? value.toFixed(1) : String(value);
}

function stringText(value: string): string {
  const inside = excerpt(JSON.stringify(value.slice(0, 2 * MAX_TEXT)).slice(1, -1), MAX_TEXT);
  return `'${inside.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

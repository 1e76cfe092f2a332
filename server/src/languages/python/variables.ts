import type { Entry } from '../../catalogue';
import { derive } from '../../config/derive';
import { classOf } from '../../dataflow/classes';
import { evaluationOf } from '../../dataflow/evaluation';
import { type ApiCall, callOf, type PythonFile } from '../../dataflow/python-file';
import { ReachingConfiguration } from '../../dataflow/reaching-configuration';
import { bindingOf } from '../../python/names';
import type { Expression, Name, Tree } from '../../python/tree';
import { excerpt } from '../../text/excerpt';
import { codeBlock, paragraphs } from '../../text/markdown';
import { summary } from '../textproto/hover-facts';
import { isOwn } from './lookup';

/** A longer call is shown with an argument a line. */
const MAX_LINE = 80;
const MAX_ARGUMENT = 40;

/** What a variable holds that is made in sight: its class, and what that was given. */
export function variableMarkdown(file: PythonFile, node: Name): string | undefined {
  const value = valueAt(node);
  const made = file.typeOf(value);
  const entry = made.kind === 'instance' ? made.entry : classOf(file.tree, value);
  if (entry?.kind !== 'class' || !isOwn(entry)) return undefined;
  const call = made.kind === 'instance' && made.call ? callOf(file, made.call) : undefined;
  const variable = excerpt(node.name);
  const holds =
    call?.entry === entry ? `${variable} = ${callText(file, call)}` : `${variable}: ${nameOf(entry)}`;
  return paragraphs(
    codeBlock('python', `(variable) ${holds}`),
    entry.summary,
    entry.message === undefined ? undefined : configurationSummary(file, node),
  );
}

/** A name that is just being assigned holds what stands behind the sign. */
function valueAt(node: Name): Expression {
  const { parent } = node;
  const isTarget = parent?.kind === 'assignment' && parent.operator === '=' && parent.targets.includes(node);
  return (isTarget && parent.value) || node;
}

/** A nested class by both names, as the last alone may be unclear. */
const nameOf = ({ id, name }: Entry) => /_pb2\.(.+)$/.exec(id)?.[1] ?? name;

function callText({ text }: PythonFile, { node, entry, binding }: ApiCall): string {
  const parts = node.arguments
    .filter(({ value }) => value.kind !== 'missing')
    .map(({ kind, name, value, start, end }, index) => {
      if (kind !== 'positional' && kind !== 'keyword') return excerpt(text.slice(start, end), MAX_ARGUMENT);
      const parameter = name ?? binding.parameters[index]?.name;
      const source = excerpt(text.slice(value.start, value.end), MAX_ARGUMENT);
      return parameter === undefined ? source : `${excerpt(parameter)}=${source}`;
    });
  const name = nameOf(entry);
  const line = `${name}(${parts.join(', ')})`;
  return line.length <= MAX_LINE ? line : `${name}(\n${parts.map((part) => `    ${part},\n`).join('')})`;
}

/** Of a configuration that is known in full where it is serialized. */
function configurationSummary(file: PythonFile, node: Name): string | undefined {
  const binding = bindingOf(file.tree, node);
  for (const [call, message] of evaluationOf(file.tree).serialized) {
    const callee = call.kind === 'call' ? call.callee : call;
    if (callee.kind !== 'attribute' || !isBoundBy(file.tree, callee.object, binding)) continue;
    if (!message.isConfiguration || !message.isWhole || message.hasText) continue;
    const { configuration } = new ReachingConfiguration(message, callee.object);
    return `---\n\n${summary(configuration, derive(configuration))}`;
  }
  return undefined;
}

const isBoundBy = (tree: Tree, node: Expression, binding: ReturnType<typeof bindingOf>) =>
  binding !== undefined && node.kind === 'name' && bindingOf(tree, node) === binding;

import { paragraphs } from '../../basics/markdown';
import { type Entry, entryIn } from '../../catalogue';
import { classOf, fieldOf } from '../../dataflow/calls/classes';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { type Argument, type Attribute, isInComment, type Name, nodeAt } from '../../python/tree';
import type { Hover } from '../answers';
import { entryMarkdown, fieldMarkdown, parameterMarkdown } from './documentation';
import { expectedType } from './expected-type';
import { apiCallOf, entryOf, importedAt, passedCallOf } from './lookup';
import { stackMarkdown } from './stacks';
import { stringChoices } from './value-suggestions';
import { variableMarkdown } from './variables';

/** The hover at an offset: for names wherever they are used, names of arguments, and values out of a fixed set. */
export function hoverPython(file: PythonFile, offset: number): Hover | undefined {
  const { tree } = file;
  if (isInComment(tree, offset)) return undefined;
  const node = nodeAt(tree, offset);
  switch (node.kind) {
    case 'import': {
      const imported = importedAt(node, offset);
      if (!imported) return undefined;
      const { entry, start, end } = imported;
      return { markdown: entryMarkdown(entryIn(entry, file.environment)), start, end };
    }
    case 'name':
    case 'attribute':
      return hoverName(file, node, offset);
    case 'keyword':
      return hoverArgument(file, node, offset);
    case 'string': {
      const expected = expectedType(file, node);
      if (!expected || stringChoices(expected.type).length === 0) return undefined;
      const markdown = parameterMarkdown(expected.entry, expected.parameter);
      return { markdown, start: node.start, end: node.end };
    }
    default:
      return undefined;
  }
}

function hoverName(file: PythonFile, node: Name | Attribute, offset: number): Hover | undefined {
  const { tree } = file;
  if (node.name === '') return undefined;
  const start = node.kind === 'name' ? node.start : node.nameStart;
  if (offset < start) return undefined;
  const range = { start, end: start + node.name.length };
  const entry = entryOf(tree, node) ?? readerCalled(file, node);
  if (entry)
    return {
      markdown: paragraphs(entryMarkdown(entryIn(entry, file.environment)), stackOf(file, node)),
      ...range,
    };
  const markdown =
    (node.kind === 'attribute' && fieldAt(file, node)) ||
    (variableMarkdown(file, node) ?? (node.kind === 'attribute' ? argumentAt(file, node) : undefined));
  return markdown === undefined ? undefined : { markdown, ...range };
}

/** Of a call's name: the stack of the table that the call makes. */
const stackOf = (file: PythonFile, node: Name | Attribute): string | undefined =>
  node.parent?.kind === 'call' && node.parent.callee === node ? stackMarkdown(file, node.parent) : undefined;

function fieldAt({ tree }: PythonFile, node: Attribute): string | undefined {
  const field = fieldOf(tree, node);
  return field && fieldMarkdown(classOf(tree, node.object)!.message!, field);
}

/** The argument that an attribute stores. */
function argumentAt({ tree }: PythonFile, { object, name }: Attribute): string | undefined {
  const owner = classOf(tree, object);
  if (!owner?.attributes?.includes(name)) return undefined;
  const parameter = owner.parameters.find((each) => each.name === name);
  return parameter && parameterMarkdown(owner, parameter);
}

/** `text_format.Parse` if it reads into one of TensorFlow's messages. */
function readerCalled(file: PythonFile, node: Name | Attribute): Entry | undefined {
  return node.parent?.kind === 'call' && node.parent.callee === node
    ? apiCallOf(file, node.parent)?.entry
    : undefined;
}

function hoverArgument(file: PythonFile, node: Argument, offset: number): Hover | undefined {
  if (offset > node.nameEnd || node.parent?.kind !== 'call') return undefined;
  const call = passedCallOf(file, node.parent);
  const parameter = call && parameterOf(call, node);
  if (!parameter) return undefined;
  return { markdown: parameterMarkdown(call.entry, parameter), start: node.start, end: node.nameEnd };
}

function parameterOf({ node, binding }: ApiCall, argument: Argument) {
  const parameter = binding.parameters[node.arguments.indexOf(argument)];
  return parameter?.kind === 'var-keyword' ? undefined : parameter;
}

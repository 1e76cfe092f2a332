import { messageMembers, repeatedMembers } from '../catalogue';
import { kept } from '../python/kept';
import { type Binding, bindingOf } from '../python/names';
import type { Attribute, Expression, Node, Section, Tree } from '../python/tree';
import { nodesOf } from '../python/tree';
import { evaluate } from '../python/values';
import { builtin } from '../schema/builtin';
import type { FieldType, MessageType } from '../schema/types';
import { classOf, fieldOf } from './classes';
import type { PythonFile } from './python-file';

/** An attribute that protobuf does not have on what it is looked up on. */
export interface UnknownAttribute {
  readonly node: Attribute;
  /** The message, or the repeated field. */
  readonly on: MessageType | FieldType;
  /** What there is instead. */
  readonly names: Iterable<string>;
  /** Its class is known from an annotation alone, which binds nobody. */
  readonly isDeclared: boolean;
}

/** Attributes of messages and of repeated fields that are not there; assigned ones included. */
export function unknownAttributes({ tree }: PythonFile): UnknownAttribute[] {
  return tree.sections.flatMap((section) => unknownIn(tree, section) ?? []);
}

const unknownIn = kept((tree, section: Section) =>
  nodesOf(section)
    .filter(isNamed)
    .flatMap((node) => unknown(tree, node) ?? []),
);

const isNamed = (node: Node): node is Attribute =>
  node.kind === 'attribute' && node.name !== '' && !node.name.startsWith('_');

function unknown(tree: Tree, node: Attribute): UnknownAttribute | undefined {
  const { object, name } = node;
  const found = (on: UnknownAttribute['on'], names: Iterable<string>): UnknownAttribute => ({
    node,
    on,
    names,
    isDeclared: isDeclared(tree, object),
  });
  const entry = classOf(tree, object);
  if (entry) {
    const members = messageMembers(entry.id);
    const type = entry.message === undefined ? undefined : builtin.message(entry.message);
    return type && members && !members.has(name) ? found(type, members) : undefined;
  }
  const { node: value } = evaluate(tree, object);
  const field = value.kind === 'attribute' ? fieldOf(tree, value) : undefined;
  if (!field?.repeated) return undefined;
  const names = repeatedMembers(field.kind === 'message');
  return names.includes(name) ? undefined : found(field, names);
}

/** Whether what an expression is made of has an annotation anywhere, or is what a function with one gives. */
function isDeclared(tree: Tree, expression: Expression): boolean {
  const pending: Expression[] = [expression];
  const seen = new Set<Node>();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node.kind === 'attribute' || node.kind === 'subscript') pending.push(node.object);
    else if (node.kind === 'call') pending.push(node.callee, ...node.arguments.map(({ value }) => value));
    else if (node.kind === 'name') {
      const binding = bindingOf(tree, node);
      if (binding && isAnnotated(binding)) return true;
      const value = binding && sourceOf(binding);
      if (value) pending.push(value);
    }
  }
  return false;
}

function isAnnotated({ node }: Binding): boolean {
  if (node.kind === 'function') return node.returns !== undefined;
  return (node.kind === 'parameter' || node.kind === 'assignment') && node.annotation !== undefined;
}

/** What a name is bound to, or what a loop takes it from. */
function sourceOf({ node, value }: Binding): Expression | undefined {
  if (node.kind === 'block') return node.value;
  return node.kind === 'comprehension' ? node.generators[0]?.iterable : value;
}

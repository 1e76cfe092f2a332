import { allEntries, bindArguments, type Entry, findEntry } from '../catalogue';
import { attributeValues } from '../python/instance-attributes';
import { kept } from '../python/kept';
import { type Binding, bindingOf, resolve } from '../python/names';
import type {
  Attribute,
  Call,
  ClassDefinition,
  Expression,
  Name,
  Node,
  Subscript,
  Tree,
} from '../python/tree';
import { evaluate } from '../python/values';
import { builtin } from '../schema/builtin';
import type { FieldType } from '../schema/types';
import { asArgument } from './arguments';

/** How far instances are followed from one expression to another. */
const MAX_STEPS = 16;

/** The class of the catalogue that an expression is an instance of, if the source says so plainly. */
export function classOf(tree: Tree, expression: Expression, steps = MAX_STEPS): Entry | undefined {
  return steps <= 0 ? undefined : keptClassOf(tree, expression, steps - 1);
}

const keptClassOf = kept(findClass);

function findClass(tree: Tree, expression: Expression, steps: number): Entry | undefined {
  const declared = expression.kind === 'name' ? declaredClass(tree, expression) : undefined;
  if (declared) return declared;
  const { kind, node } = evaluate(tree, expression);
  if (kind === 'call') return classOfResult(tree, node as Call, steps);
  switch (node.kind) {
    case 'attribute':
      return classOfAttribute(tree, node, steps);
    case 'subscript':
      return isIndex(node) ? elementOf(tree, node.object, steps) : undefined;
    case 'name':
      return node === expression ? classOfVariable(tree, node, steps) : classOf(tree, node, steps);
    default:
      return undefined;
  }
}

/** The field of a message that an attribute of an instance reads or sets. */
export function fieldOf(tree: Tree, { object, name }: Attribute, steps = MAX_STEPS): FieldType | undefined {
  const message = classOf(tree, object, steps - 1)?.message;
  return message === undefined ? undefined : builtin.message(message)?.fieldsByName.get(name);
}

/** What a repeated field of messages consists of. */
export function elementOf(tree: Tree, expression: Expression, steps = MAX_STEPS): Entry | undefined {
  if (steps <= 0) return undefined;
  const { node } = evaluate(tree, expression);
  if (node.kind === 'subscript') return isIndex(node) ? undefined : elementOf(tree, node.object, steps - 1);
  const field = node.kind === 'attribute' ? fieldOf(tree, node, steps) : undefined;
  return field?.repeated ? classOfMessage(field) : undefined;
}

const isIndex = ({ indices }: Subscript) => indices.length === 1 && indices[0]!.kind !== 'slice';

function classNamed(tree: Tree, expression: Expression | undefined): Entry | undefined {
  const name = expression && resolve(tree, expression);
  const entry = name === undefined ? undefined : findEntry(name);
  return entry?.kind === 'class' && !entry.foreign ? entry : undefined;
}

// What calls give

const TEXT_FORMAT = 'google.protobuf.text_format';
/** They read a text into a message, and give that message. */
export const TEXT_READERS: ReadonlySet<string> = new Set([`${TEXT_FORMAT}.Parse`, `${TEXT_FORMAT}.Merge`]);
const COPIES: ReadonlySet<string> = new Set(['copy.copy', 'copy.deepcopy']);

function classOfResult(tree: Tree, call: Call, steps: number): Entry | undefined {
  const { callee, arguments: given } = call;
  const name = resolve(tree, callee);
  if (name === undefined) return classOfLocalResult(tree, callee, steps);
  if (COPIES.has(name)) return given.length === 1 ? classOf(tree, given[0]!.value, steps) : undefined;
  const entry = findEntry(name);
  if (entry && TEXT_READERS.has(entry.id)) {
    const message = bindArguments(entry, given.map(asArgument)).arguments.get('message');
    return message && classOf(tree, given[message.index]!.value, steps);
  }
  if (callee.kind === 'attribute' && callee.name === 'FromString') return classNamed(tree, callee.object);
  return classNamed(tree, callee);
}

function classOfLocalResult(tree: Tree, callee: Expression, steps: number): Entry | undefined {
  if (callee.kind === 'attribute')
    return callee.name === 'add' ? elementOf(tree, callee.object, steps) : undefined;
  const made = callee.kind === 'name' ? bindingOf(tree, callee)?.node : undefined;
  return made?.kind === 'function' ? classNamed(tree, made.returns) : undefined;
}

// What names and attributes hold

/** As an annotation says. */
function declaredClass(tree: Tree, name: Name): Entry | undefined {
  const node = bindingOf(tree, name)?.node;
  return node?.kind === 'parameter' || node?.kind === 'assignment'
    ? classNamed(tree, node.annotation)
    : undefined;
}

/** Of what a loop gives a name in turn. */
function classOfVariable(tree: Tree, name: Name, steps: number): Entry | undefined {
  const binding = bindingOf(tree, name);
  const node = binding?.node;
  if (node?.kind === 'block' && node.keyword === 'for' && node.target && node.value)
    return classOfLoopVariable(tree, binding!, node.target, node.value, steps);
  if (node?.kind !== 'comprehension') return undefined;
  const generator = node.generators.find(({ target }) => isIn(binding!, target));
  return generator && classOfLoopVariable(tree, binding!, generator.target, generator.iterable, steps);
}

const isIn = ({ start, end }: Binding, node: Node) => node.start <= start && end <= node.end;

function classOfLoopVariable(
  tree: Tree,
  binding: Binding,
  target: Expression,
  iterable: Expression,
  steps: number,
): Entry | undefined {
  if (target.kind === 'name') return elementOf(tree, iterable, steps);
  // `for i, x in enumerate(xs)`
  if (target.kind !== 'tuple' || target.elements.length !== 2 || iterable.kind !== 'call') return undefined;
  const counted =
    isIn(binding, target.elements[1]!) && resolve(tree, iterable.callee) === 'builtins.enumerate'
      ? iterable.arguments[0]?.value
      : undefined;
  return counted && elementOf(tree, counted, steps);
}

function classOfAttribute(tree: Tree, node: Attribute, steps: number): Entry | undefined {
  const field = fieldOf(tree, node, steps);
  if (field) return field.repeated ? undefined : classOfMessage(field);
  const owner = node.object.kind === 'name' ? ownerOf(tree, node.object) : undefined;
  const values = owner ? attributeValues(tree, owner, node.name) : [];
  if (values.length > MAX_VALUES) return undefined;
  const classes = new Set(values.map((value) => classOf(tree, value, steps)));
  const [only] = classes;
  return classes.size === 1 ? only : undefined;
}

/** An attribute that is set more often has no certain class: to find it out for each use would take too long. */
const MAX_VALUES = 100;

/** The class that a name is an instance of as the first parameter of a method. */
function ownerOf(tree: Tree, name: Name): ClassDefinition | undefined {
  const parameter = bindingOf(tree, name)?.node;
  const method = parameter?.kind === 'parameter' ? parameter.parent : undefined;
  if (method?.kind !== 'function' || method.parameters[0] !== parameter) return undefined;
  return method.parent?.kind === 'class' ? method.parent : undefined;
}

let classes: ReadonlyMap<string, Entry> | undefined;

/** The class of a field's messages. */
function classOfMessage({ message }: FieldType): Entry | undefined {
  if (!message) return undefined;
  classes ??= new Map(allEntries().flatMap((entry) => (entry.message ? [[entry.message, entry]] : [])));
  return classes.get(message.name);
}

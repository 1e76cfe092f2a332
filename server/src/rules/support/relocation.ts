import { excerpt } from '../../basics/excerpt';
import type { BoundTree } from '../../configuration/bind';
import { messageTypeOf } from '../../configuration/field-types';
import type { FieldType, MessageType } from '../../schema/types';
import { type FieldNode, type MessageNode, ownerOf, type Tree } from '../../textproto/tree';
import type { FindingSource, Fix } from '../rule';
import { insertBehind, insertFirst, removeField } from './edits';
import { fix, LIKELY } from './fixes';

/** A field in a message that does not have it, and its name in the message where it belongs. */
export interface Misplaced {
  readonly field: FieldNode;
  readonly name: string;
}

/** An enclosing message that has the misplaced field, and the block to close before the field. */
export interface Outside {
  readonly message: MessageType;
  readonly type: FieldType;
  readonly block: FieldNode;
}

export function findOutside({ field, name }: Misplaced, { root, schema }: BoundTree): Outside | undefined {
  for (let { parent } = field; parent.kind === 'message'; ) {
    const block = ownerOf(parent);
    parent = block.parent;
    const message = messageTypeOf(parent, root.type, schema);
    const type = message?.fieldsByName.get(name);
    if (message && type && fits(type, field)) return { message, type, block };
  }
  return undefined;
}

/** The shortest paths of fields from `message` to where a misplaced field belongs, at most three blocks deep. */
export function findInside({ field, name }: Misplaced, message: MessageType): (readonly FieldType[])[] {
  let paths: (readonly FieldType[])[] = [[]];
  for (let depth = 0; depth < 3; depth++) {
    paths = paths.flatMap((path) => {
      const inner = path.at(-1)?.message ?? message;
      return inner.fields.filter(({ kind }) => kind === 'message').map((next) => [...path, next]);
    });
    const found = paths.filter((path) => {
      const type = typeAt(path, name);
      return type && fits(type, field);
    });
    if (found.length > 0) return found;
  }
  return [];
}

function typeAt(path: readonly FieldType[], name: string): FieldType | undefined {
  return path.at(-1)!.message!.fieldsByName.get(name);
}

function fits(type: FieldType, { value }: FieldNode): boolean {
  if (!value) return true;
  if (value.kind === 'list') return type.repeated;
  if (value.kind === 'scalar' && onlyValueOf(type)) return true;
  return (value.kind === 'message') === (type.kind === 'message');
}

/** The field of a block that a bare value is meant for: `constant` in `learning_rate: 0.1`. */
function onlyValueOf({ message }: FieldType): FieldType | undefined {
  const [only, ...more] = (message?.fields ?? []).filter(({ kind }) => kind !== 'message');
  return more.length === 0 && !only?.repeated ? only : undefined;
}

/** `learning_rate { constant { … } }` */
export function pathText(path: readonly FieldType[], content: string): string {
  return path.reduceRight((inner, { name }) => `${name} { ${inner} }`, content);
}

/** Moves a field out of a block, to the place after it. */
export function moveBehind(source: FindingSource, misplaced: Misplaced, { block, type }: Outside): Fix[] {
  const { tree } = source;
  const parent = block.parent.kind === 'message' ? block.parent : undefined;
  if (!isFree(type, parent) || block.value?.kind !== 'message' || block.value.close < 0) return [];
  const added = insertBehind(tree, block, parent, movedText(source, misplaced, type));
  const edits = [removeField(tree, misplaced.field), added];
  return [fix(`Move it out of "${excerpt(block.name)}"`, edits, LIKELY)];
}

/** Moves a field into the block where it belongs, and creates the block if needed. */
export function moveInside(source: FindingSource, misplaced: Misplaced, path: readonly FieldType[]): Fix[] {
  const { tree } = source;
  const { field } = misplaced;
  const [first, ...more] = path;
  const type = typeAt(path, misplaced.name)!;
  const text = movedText(source, misplaced, type);
  const blocks = siblingsOf(field, tree, first!.name);
  if (blocks.length === 0 && !first!.repeated) {
    const edit = { span: source.span(field.start, field.end), newText: pathText(path, text) };
    return [fix(`Write it as ${pathText(path, '…')}`, edit, LIKELY)];
  }
  const [block] = blocks;
  if (blocks.length !== 1 || more.length > 0 || block?.value?.kind !== 'message' || block.value.close < 0)
    return [];
  if (!isFree(type, block.value)) return [];
  const last = block.value.fields.at(-1);
  const added = last ? insertBehind(tree, last, block.value, text) : insertFirst(tree, block.value, text);
  return [fix(`Move it into "${excerpt(block.name)}"`, [removeField(tree, field), added], LIKELY)];
}

/** Whether a block may get the field. At the top level that depends on the rest of the text, which is not checked. */
function isFree(type: FieldType, block: MessageNode | undefined): boolean {
  return type.repeated || !block?.fields.some(({ name }) => name === type.name);
}

function siblingsOf({ parent }: FieldNode, tree: Tree, name: string): readonly FieldNode[] {
  if (parent.kind === 'message') return parent.fields.filter((field) => field.name === name);
  return tree.sections.filter(({ field }) => field?.name === name).map(({ field }) => field!);
}

/** The field's text at its new place: with its name there, and a bare value wrapped in its block. */
function movedText(source: FindingSource, { field, name }: Misplaced, type: FieldType): string {
  const { value } = field;
  const inner = onlyValueOf(type);
  if (inner && value?.kind === 'scalar') {
    return pathText([type], `${inner.name}: ${source.text(value.start, value.end)}`);
  }
  return name + source.text(field.nameEnd, field.end);
}

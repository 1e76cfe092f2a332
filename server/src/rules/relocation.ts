import type { FieldType, MessageType } from '../schema/types';
import { type FieldNode, sectionOf, startOf, type Tree } from '../textproto/tree';
import { insertBehind, insertFirst, removeField } from './edits';
import { LIKELY } from './fixes';
import type { Fix, Source } from './rule';
import { messageTypeOf, ownerOf } from './surroundings';

/** An enclosing message that has a field of a misplaced field's name, and the block of it to be left first. */
export interface Outside {
  readonly message: MessageType;
  readonly block: FieldNode;
}

export function findOutside(field: FieldNode, root: MessageType): Outside | undefined {
  for (let { parent } = field; parent.kind === 'message'; ) {
    const block = ownerOf(parent);
    parent = block.parent;
    const message = messageTypeOf(parent, root);
    const type = message?.fieldsByName.get(field.name);
    if (message && type && fits(type, field)) return { message, block };
  }
  return undefined;
}

/** The fields of `message` that lead to a field of a misplaced field's name: the shortest ways, three blocks at most. */
export function findInside(field: FieldNode, message: MessageType): (readonly FieldType[])[] {
  let ways: (readonly FieldType[])[] = [[]];
  for (let depth = 0; depth < 3; depth++) {
    ways = ways.flatMap((way) => {
      const inner = way.at(-1)?.message ?? message;
      return inner.fields.filter(({ kind }) => kind === 'message').map((next) => [...way, next]);
    });
    const found = ways.filter((way) => {
      const type = way.at(-1)!.message!.fieldsByName.get(field.name);
      return type && fits(type, field);
    });
    if (found.length > 0) return found;
  }
  return [];
}

function fits(type: FieldType, { value }: FieldNode): boolean {
  if (!value) return true;
  if (value.kind === 'list') return type.repeated;
  return (value.kind === 'message') === (type.kind === 'message');
}

/** `learning_rate { constant { … } }` */
export function wayText(way: readonly FieldType[], content: string): string {
  return way.reduceRight((inner, { name }) => `${name} { ${inner} }`, content);
}

/** Moves a field behind the block that it stands in by mistake. */
export function moveBehind({ tree }: Source, field: FieldNode, { block }: Outside): Fix[] {
  const parent = block.parent.kind === 'message' ? block.parent : undefined;
  const isTaken = parent?.fields.some(({ name }) => name === field.name);
  if (isTaken || block.value?.kind !== 'message' || block.value.close < 0) return [];
  return [
    {
      title: `Move it out of "${block.name}"`,
      edits: [removeField(tree, field), insertBehind(tree, block, parent, textOf(tree, field))],
      ...LIKELY,
    },
  ];
}

/** Moves a field into the block where it belongs, making the block if there is none. */
export function moveInside(source: Source, field: FieldNode, way: readonly FieldType[]): Fix[] {
  const { tree } = source;
  const [first, ...more] = way;
  const blocks = siblingsOf(field, tree, first!.name);
  if (blocks.length === 0 && !first!.repeated) {
    const text = wayText(way, source.text(field.start, field.end));
    return [
      {
        title: `Write it as ${wayText(way, '…')}`,
        edits: [{ span: source.span(field.start, field.end), newText: text }],
        ...LIKELY,
      },
    ];
  }
  const [block] = blocks;
  if (blocks.length !== 1 || more.length > 0 || block?.value?.kind !== 'message' || block.value.close < 0)
    return [];
  const last = block.value.fields.at(-1);
  const text = textOf(tree, field);
  const added = last ? insertBehind(tree, last, block.value, text) : insertFirst(tree, block.value, text);
  return [{ title: `Move it into "${block.name}"`, edits: [removeField(tree, field), added], ...LIKELY }];
}

function siblingsOf({ parent }: FieldNode, tree: Tree, name: string): readonly FieldNode[] {
  if (parent.kind === 'message') return parent.fields.filter((field) => field.name === name);
  return tree.sections.filter(({ field }) => field?.name === name).map(({ field }) => field!);
}

const textOf = (tree: Tree, field: FieldNode) => {
  const base = startOf(tree, sectionOf(field));
  return tree.text.slice(base + field.start, base + field.end);
};

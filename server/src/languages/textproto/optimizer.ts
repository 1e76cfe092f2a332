import { excerpt } from '../../basics/excerpt';
import type { Range } from '../../basics/range';
import type { BoundField, BoundMessage } from '../../configuration/bind';
import { fieldOf, isMessage, type Table } from '../../configuration/configuration';
import { jsonName, toJson } from '../../configuration/to-json';
import { OPTIMIZATION_PARAMETERS } from '../../dataflow/derivation/conversions';
import { optimizers } from '../../optimizers';
import type { FieldType, MessageType } from '../../schema/types';
import { type Node, rangeOf, sectionIndexAt, sectionOf } from '../../textproto/tree';
import { tableCost } from '../optimizer/cost';
import { MESSAGE, type OptimizerPlace } from '../optimizer/place';
import { isLeaf, patchOf } from '../optimizer/values';
import { RUN_COMMENT } from '../protocol';
import type { Snapshot } from '../snapshot';
import { absolute, joinTouching } from './changes';
import { BREAKS_STRUCTURE } from './diagnostics';
import { isReplaceable, patchMessage } from './patch';

/** An OptimizationParameters message of a text, with its absolute range. */
interface OptimizerMessage extends Range {
  readonly message: BoundMessage;
}

/** All optimizers of a text, in the order of their places. */
export function optimizerRanges(snapshot: Snapshot): Range[] {
  return optimizersIn(snapshot).map(({ start, end }) => ({ start, end }));
}

/**
 * The optimizer around an offset. In a table's block it is the table's, in a feature's block that of the table it
 * refers to, and elsewhere the nearest one above.
 */
export function optimizerAt(snapshot: Snapshot, offset: number): OptimizerPlace | undefined {
  const found = findAt(snapshot, offset);
  return found && placeOf(snapshot, found);
}

function placeOf(snapshot: Snapshot, { message, start, end }: OptimizerMessage): OptimizerPlace {
  const { configuration, derived } = snapshot;
  const table = configuration?.tables.find(({ optimization }) => optimization?.message === message);
  const { json, unreadable } = toJson(message);
  const cost = table && derived && tableCost(derived, table.id);
  const isBroken = sectionsOf(snapshot, message).some(({ errors }) =>
    errors.some(({ code }) => BREAKS_STRUCTURE.has(code)),
  );
  const run = runIn(snapshot.text);
  return {
    start,
    end,
    title: excerpt(table?.name || algorithmTitle(message)),
    optimizationParameters: json,
    initial: {},
    unknown: unreadable.map((path) => MESSAGE + path),
    editable: isBroken ? new Map() : new Map(writable(snapshot, message.type, message, MESSAGE, start)),
    ...(cost && { table: cost }),
    ...(run && { run }),
    write(changes) {
      const edits = patchMessage(snapshot, message, patchOf(changes));
      return { changes: joinTouching(edits.map((edit) => absolute(snapshot.tree, edit))) };
    },
  };
}

/** The state of the preview that saved the text, if one did. */
function runIn(text: string): Record<string, unknown> | undefined {
  const start = text.indexOf(RUN_COMMENT);
  if (start < 0) return undefined;
  try {
    const state: unknown = JSON.parse(text.slice(start + RUN_COMMENT.length).split('\n', 1)[0]!);
    return typeof state === 'object' && state !== null ? { ...state } : undefined;
  } catch {
    // Somebody edited it: the text is a configuration like any other.
    return undefined;
  }
}

function algorithmTitle({ fields }: BoundMessage): string {
  const choice = fields.findLast(({ type }) => type.oneof === 'parameters');
  return (choice && optimizers.get(choice.type.name)?.title) ?? 'Optimizer';
}

/** The sections that contain a message: all if it is the whole text. */
function sectionsOf({ tree }: Snapshot, { node }: BoundMessage) {
  return node ? [sectionOf(node)] : tree.sections;
}

// Finding

function optimizersIn({ bound, tree, text }: Snapshot): OptimizerMessage[] {
  if (!bound) return [];
  const { root } = bound;
  if (root.type.name !== OPTIMIZATION_PARAMETERS.name)
    return [...within(root)].map(({ field, message }) => {
      const node = field.node.value?.kind === 'list' ? message.node! : field.node;
      return { message, ...rangeOf(tree, node) };
    });
  const [first, last] = [root.fields[0]?.node, root.fields.at(-1)?.node];
  if (!first || !last) return [{ message: root, start: 0, end: text.length }];
  return [{ message: root, start: rangeOf(tree, first).start, end: rangeOf(tree, last).end }];
}

function* within({ fields }: BoundMessage): Generator<{ field: BoundField; message: BoundMessage }> {
  for (const field of fields) {
    if (!field.type.message) continue;
    for (const { value } of field.values) {
      if (!isMessage(value)) continue;
      if (value.type.name === OPTIMIZATION_PARAMETERS.name) yield { field, message: value };
      else yield* within(value);
    }
  }
}

function findAt(snapshot: Snapshot, offset: number): OptimizerMessage | undefined {
  const { bound, tree } = snapshot;
  const all = optimizersIn(snapshot);
  if (bound?.root.type.name === OPTIMIZATION_PARAMETERS.name) return all[0];
  const enclosing = all.find(({ start, end }) => start <= offset && offset <= end);
  if (enclosing) return enclosing;
  let index = sectionIndexAt(tree, offset);
  // Right behind a field, the cursor still belongs to it.
  if (tree.starts[index] === offset && index > 0) index--;
  const field = tree.sections[index]?.field;
  const local = offset - (tree.starts[index] ?? 0);
  const isInField = field && field.start <= local && local <= field.end;
  if (isInField && (field.name === 'table_descriptor' || field.name === 'feature_descriptor')) {
    const message = tableAt(snapshot, field, local)?.optimization?.message;
    return all.find((found) => found.message === message);
  }
  return all.findLast(({ start }) => start <= offset);
}

/** The table whose block an offset of a section is in, or that the feature there refers to. */
function tableAt({ configuration }: Snapshot, node: BoundField['node'], local: number): Table | undefined {
  if (!configuration) return undefined;
  // One field may list several.
  const last = <T extends { field: BoundField; message: BoundMessage }>(items: readonly T[]) => {
    const own = items.filter(({ field }) => field.node === node);
    return own.findLast(({ message }) => (message.node?.start ?? 0) <= local) ?? own[0];
  };
  if (node.name === 'table_descriptor') return last(configuration.tables);
  const id = last(configuration.features)?.tableId;
  return id === undefined ? undefined : configuration.tables[id];
}

// Writing

/** The paths that can be written below a message, which may be missing, and where. */
function* writable(
  snapshot: Snapshot,
  type: MessageType,
  message: BoundMessage | undefined,
  path: string,
  at: number,
): Generator<[path: string, offset: number]> {
  for (const field of type.fields) {
    const written = message && fieldOf(message, field.name);
    if (field.repeated || (!written && field.deprecated) || isRuledOut(field, message)) continue;
    const name = path + jsonName(field);
    const start = written ? startOfNode(snapshot, written.node) : at;
    if (isLeaf(field)) {
      if (!written || isReplaceable(field, written)) yield [name, start];
    } else if (field.message?.name.startsWith(PACKAGE) && (!written || isMessage(written.value))) {
      const inner = written?.value as BoundMessage | undefined;
      yield* writable(snapshot, field.message, inner, `${name}.`, start);
    }
  }
}

/** Messages of other packages, such as a program of the user's, are not edited. */
const PACKAGE = 'tensorflow.tpu.';

/** Whether another member of the oneof is set, or setting this one needs more than a value. */
function isRuledOut(field: FieldType, message: BoundMessage | undefined): boolean {
  if (field.oneof === undefined) return false;
  const choice = message?.fields.findLast(({ type }) => type.oneof === field.oneof)?.type;
  return choice ? choice !== field : field.kind === 'message';
}

function startOfNode({ tree }: Snapshot, node: Node): number {
  return rangeOf(tree, node).start;
}

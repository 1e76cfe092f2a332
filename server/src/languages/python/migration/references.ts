import type { Entry } from '../../../catalogue';
import { allOfKind, statementOf } from '../../../python/tree';
import type { Draft } from './draft';
import { dottedNames, entryNamed, rowOf } from './program';
import type { Rows } from './rows';

/** Writes the classes of a library by their names in the other one, in calls and elsewhere. */
export function renameReferences(draft: Draft, rows: Rows, isOfSource: (entry: Entry) => boolean): void {
  for (const node of dottedNames(draft.file)) {
    const entry = entryNamed(draft.file, node);
    const row = entry && isOfSource(entry) && entry.kind === 'class' ? rowOf(rows, entry) : undefined;
    if (row) draft.replace(node, draft.reference(row.to));
  }
}

/** Renames attributes of tables and features, and remarks those of embedding objects that the other library lacks. */
export function renameMembers(draft: Draft, rows: Rows, isOfSource: (entry: Entry) => boolean): void {
  for (const node of allOfKind(draft.file.tree, 'attribute')) {
    const type = draft.file.typeOf(node.object);
    if (type.kind !== 'instance' || !isOfSource(type.entry)) continue;
    const { entry } = type;
    const to = rowOf(rows, entry)?.arguments[node.name];
    if (entry.role === 'embedding') remarkMember(draft, rows, node);
    else if (to && 'to' in to && to.to !== node.name)
      draft.replace({ start: node.nameStart, end: node.end }, to.to);
  }
}

function remarkMember(
  draft: Draft,
  { members }: Rows,
  node: ReturnType<typeof allOfKind<'attribute'>>[number],
): void {
  const { name, parent } = node;
  if (!Object.hasOwn(members, name)) return;
  const statement = statementOf(node);
  const isWhole =
    name === 'build' &&
    statement?.kind === 'expression' &&
    statement.value === parent &&
    parent?.kind === 'call';
  draft.remark(node, `${name} does not carry over: ${members[name]}`);
  if (isWhole) draft.replace(statement, 'pass');
}

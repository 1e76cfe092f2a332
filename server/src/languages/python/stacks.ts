// The stacks of a program's tables on SparseCores.
import { excerpt } from '../../basics/excerpt';
import { groupBy } from '../../basics/groups';
import { once } from '../../basics/once';
import { rangeOf } from '../../basics/range';
import { parameterFor } from '../../catalogue';
import { counted, grouped } from '../../configuration/quantities';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { type Derivation, derivationsOfParts } from '../../dataflow/derivation/derivation';
import type { EmbeddingPart } from '../../dataflow/derivation/parts';
import type { Call } from '../../python/tree';
import { devicesFor, sliceWith } from '../../sizing/assumed-devices';
import { type LibraryStack, libraryStacks } from '../../sizing/library-stacks';
import type { Slice } from '../../sizing/slices';
import type { StackedTable } from '../../sizing/sparsecore/stacks';
import type { SizedTables } from '../../sizing/tables';
import type { Lens } from '../answers';
import type { Diagnostic } from '../diagnostic';
import { type Phrase, phrase } from '../phrase';
import { memoryLines } from '../stack-text';
import { refusalOf, sizesOfDerivation } from './derivation';

/** A table of the program, in its stack. */
export interface TableInStack {
  readonly part: EmbeddingPart;
  readonly table: StackedTable;
  readonly stack: LibraryStack;
  /** The configuration that has it, and its sizes. */
  readonly derivation: Derivation;
  readonly sizes: SizedTables;
  readonly slice: Slice;
  /** Whether nothing in the program names the devices. */
  readonly isAssumed: boolean;
}

/** The tables whose stacks are known. */
export const tablesInStacks = once((file: PythonFile): readonly TableInStack[] =>
  derivationsOfParts(file).flatMap((derivation) => {
    const parts = derivation.refused ? undefined : derivation.stacking?.()?.parts;
    if (!parts) return [];
    const sizes = sizesOfDerivation(derivation);
    const { chips, isAssumed } = devicesFor(sizes);
    const slice = sliceWith(chips);
    const found = slice && libraryStacks(sizes, slice);
    if (!found || 'unknown' in found) return [];
    const byName = groupBy(parts, nameOf);
    return found.stacks.flatMap((stack) =>
      stack.tables.flatMap((table) => {
        const part = byName.get(table.name)?.[0];
        return part ? [{ part, table, stack, derivation, sizes, slice, isAssumed }] : [];
      }),
    );
  }),
);

/** The name of a table, if it is known. */
export function nameOf(part: EmbeddingPart): string | undefined {
  const { type } = part.attribute('name');
  return type.kind === 'str' ? type.value : undefined;
}

/** By the calls that make one table each: a call in a loop makes several. */
export const onlyTables = once(
  (file: PythonFile): ReadonlyMap<Call, TableInStack> =>
    new Map(
      [...groupBy(tablesInStacks(file), ({ part }) => part.call.node)].flatMap(([call, [only, ...others]]) =>
        only && others.length === 0 ? [[call, only] as const] : [],
      ),
    ),
);

/** Above each call that makes one table: its stack. What is refused has none. */
export function stackLenses(file: PythonFile, diagnostics: readonly Diagnostic[]): Lens[] {
  return [...onlyTables(file)].flatMap(([call, only]): Lens[] =>
    refusalOf(only.derivation, diagnostics)
      ? []
      : [{ kind: 'memory', title: lensTitle(only), ...rangeOf(call) }],
  );
}

/** Whether the table is on the default device where there are no SparseCores. */
function isPlacedByDevice({ call, attribute }: EmbeddingPart): boolean {
  if (!parameterFor(call.entry, 'placement')) return false;
  const { type } = attribute('placement');
  return type.kind === 'str' && type.value === 'auto';
}

function lensTitle({ part, stack, slice }: TableInStack): Phrase {
  const { name, rows, width, tables, tableBytes } = stack;
  const what =
    tables.length === 1
      ? phrase('Stack {0}: {1} × {2} floats', excerpt(name), rows, width)
      : phrase('Stack {0} of {1} tables: {2} × {3} floats', excerpt(name), tables.length, rows, width);
  const title = tableBytes
    ? phrase('{0}, {1} a chip, on {2}', what, { bytes: tableBytes.perChip }, slice.name)
    : phrase('{0}, on {1}', what, slice.name);
  return isPlacedByDevice(part) ? phrase('{0} (elsewhere on the default device)', title) : title;
}

/** Markdown about the stack of the table that a call makes. */
export function stackMarkdown(file: PythonFile, call: Call): string | undefined {
  const only = onlyTables(file).get(call);
  if (!only) return undefined;
  const { part, table, stack, slice, isAssumed } = only;
  const { name, tables, width } = stack;
  const where = isAssumed ? `if it runs on ${slice.name}` : `on ${slice.name}, for the program's devices`;
  const lines = [
    `rows: ${grouped(table.vocabularySize)}, padded to ${grouped(table.paddedRows)}; width: ${table.embeddingDim}, padded to ${width} floats`,
    ...(tables.length === 1
      ? []
      : [`from row ${grouped(table.rowOffset)} of each SparseCore on, rotated by ${table.rotation}`]),
    ...memoryLines(stack),
    ...(isPlacedByDevice(part)
      ? ['`placement="auto"`: without SparseCores, the table is on the default device and in no stack']
      : []),
  ];
  return `---\n\n**Stack \`${excerpt(name)}\`**${tables.length === 1 ? '' : ` of ${counted(tables.length, 'table')}`}, ${where}\n\n${lines.map((line) => `- ${line}`).join('\n')}`;
}

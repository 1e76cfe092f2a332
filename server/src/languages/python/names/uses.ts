import type { PythonFile } from '../../../dataflow/calls/python-file';
import { tableIds, tableUses } from '../../../dataflow/calls/table-uses';
import { givenTo } from '../../../dataflow/derivation/given';
import { objectOf } from '../../../dataflow/messages/message-values';
import type { Place } from '../../../project/names/names';
import { type Collected, type Made, mean } from './collected';
import { nameIn, placeOfNumber, saidBy } from './places';

/** The tables that ops name: those of the configuration that reaches the op or, where none is known to, of any in the file. */
export function collectUses(file: PythonFile, made: ReadonlyMap<object, Made>, collected: Collected): void {
  const all = [...made.values()];
  for (const { call, reaching } of tableUses(file)) {
    const own = reaching && made.get(objectOf(reaching.message));
    const parameter = call.entry.parameters.find((each) => each.name === 'table_name');
    const name = parameter && saidBy(file.tree, givenTo(call, parameter), false);
    if (name?.name !== undefined) useName(name.name, name.places, own, all, collected);
    else if (name)
      collected.add(
        { kind: 'table', ...nameIn(name), id: undefined, isOwn: false, container: undefined },
        name.places,
      );
    // Ids below 0 mean no table.
    for (const { node, id } of tableIds(call))
      if (id >= 0) useId(id, placeOfNumber(node), own, all, collected);
  }
}

function useName(
  name: string,
  places: readonly Place[],
  own: Made | undefined,
  all: readonly Made[],
  collected: Collected,
): void {
  const candidates = own && !own.isOpen ? [own] : own ? [own, ...all] : all;
  const found = candidates.map(({ tables }) => tables.filter((table) => table.name === name));
  const meant = found.find((tables) => tables.length > 0 && own) ?? found.flat();
  for (const table of new Set(meant)) mean(table, places);
  if (meant.length > 0) return;
  const isOwn = own !== undefined && !own.isOpen;
  collected.add({ kind: 'table', name, id: undefined, isOwn, container: undefined }, places);
}

/** With several configurations, it is unknown which one is meant. */
function useId(
  id: number,
  place: Place,
  own: Made | undefined,
  all: readonly Made[],
  collected: Collected,
): void {
  const [only = own, ...others] = own ? [] : all;
  const isKnown = only !== undefined && others.length === 0 && !only.isOpen;
  const table = isKnown ? only.tables[id] : undefined;
  if (table) mean(table, [place]);
  else if (!isKnown && others.length === 0)
    collected.add({ kind: 'table', name: undefined, id, isOwn: false, container: undefined }, [place]);
}

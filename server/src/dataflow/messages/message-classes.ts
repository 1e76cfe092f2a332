import { allEntries, type Entry } from '../../catalogue';

/** The class of a message type. */
export function classOfMessage(name: string): Entry | undefined {
  classes ??= new Map(allEntries().flatMap((entry) => (entry.message ? [[entry.message, entry]] : [])));
  return classes.get(name);
}
let classes: ReadonlyMap<string, Entry> | undefined;

import { ENTRIES } from '../../server/src/catalogue/catalogue';
import { LIBRARIES, type Library, type LibraryFacts } from '../../server/src/catalogue/libraries';
import type { Entry } from '../../server/src/catalogue/types';

/** Adds a library to the catalogue as its two lists would have it. Has no effect once the catalogue is in use. */
export function addLibrary(library: Library, facts: LibraryFacts, entries: () => readonly Entry[]): void {
  Object.assign(LIBRARIES, { [library]: facts });
  (ENTRIES as (() => readonly Entry[])[]).push(entries);
}

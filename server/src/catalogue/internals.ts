import { libraryOf } from './libraries';
import type { Entry } from './types';

/** Functions and classes inside a library, by the modules that have them: what each does. Their arguments are not catalogued. */
export type Internals = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const internalEntries = (root: string, modules: Internals): Entry[] =>
  Object.entries(modules).flatMap(([module, names]) =>
    Object.entries(names).map(([name, summary]): Entry => {
      const id = `${root}.${module}.${name}`;
      return {
        id,
        kind: /^[A-Z]/.test(name) ? 'class' : 'function',
        name,
        qualifiedNames: [id],
        summary,
        doc: 'A part of the library that may change with any release.',
        library: libraryOf(id)!,
        parameters: [],
        anyArguments: true,
        returns: 'Not described here.',
        group: 'configuration',
      };
    }),
  );

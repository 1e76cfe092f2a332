import type { Position } from '../text/line-index';
import { once } from '../text/once';
import type { FileNames, NamedFile, NamedThing } from './names';
import { baseName, resolvePath } from './paths';

/** A file and what it names. */
export interface NamedDocument {
  /** Its decoded URI. */
  readonly key: string;
  /** The decoded URI of the workspace folder around it. */
  readonly folder: string | undefined;
  readonly names: FileNames;
  readonly positionAt: (offset: number) => Position;
}

/** A table or feature in one file. */
export interface Meant<D extends NamedDocument = NamedDocument> {
  readonly document: D;
  readonly thing: NamedThing;
}

/** What a name means in a workspace. */
export interface Meaning<D extends NamedDocument = NamedDocument> {
  /** The same table or feature in all files. */
  readonly all: readonly Meant<D>[];
  /** Where nothing says which of several it is: each that it may be. */
  readonly perhaps: readonly Meant<D>[];
}

/**
 * Which names are the same in several files: those of a program and of each configuration that it names by its path, and a
 * table that an op names where the program neither has it nor names a configuration, if only one in the folder has it.
 */
export class Links<D extends NamedDocument> {
  private readonly byKey: ReadonlyMap<string, D>;
  /** The keys of files by the last part of their paths. */
  private readonly byName = new Map<string, string[]>();
  private readonly read = new Map<D, readonly D[]>();
  private readonly readers = new Map<D, D[]>();
  /** Whether there is just one, by folder, kind and name. */
  private readonly single = new Map<string, boolean>();
  /** By kind and name. */
  private readonly named = new Map<string, Meant<D>[]>();

  constructor(readonly documents: readonly D[]) {
    this.byKey = new Map(documents.map((document) => [document.key, document]));
    for (const { key } of documents) push(this.byName, baseName(key), key);
    for (const document of documents) {
      const read = document.names.files.flatMap((file) => this.documentOf(document, file) ?? []);
      this.read.set(document, [...new Set(read)]);
      for (const each of new Set(read)) push(this.readers, each, document);
      for (const thing of document.names.things)
        if (thing.name !== undefined) push(this.named, keyOf(thing), { document, thing });
    }
  }

  /** The file that a string of a document names; undefined where none is certain. */
  documentOf({ key, folder }: D, { path }: NamedFile): D | undefined {
    const found = resolvePath(path, {
      from: key,
      folder,
      has: (candidate) => this.byKey.has(candidate),
      called: (name) => this.byName.get(name) ?? [],
    });
    return found === undefined ? undefined : this.byKey.get(found);
  }

  meaningOf(start: Meant<D>): Meaning<D> {
    const all = reached(start, (meant) => [...this.linked(meant), ...this.byFolder(meant)]);
    const perhaps = this.isLost(start) && !this.isOne(start) ? this.candidates(start) : [];
    return { all: [...all.values()], perhaps };
  }

  /** The ops that name a table which several configurations have, this one among them. */
  doubtful(meant: Meant<D>): readonly Meant<D>[] {
    const isCandidate = this.candidates(meant).some(({ thing }) => thing === meant.thing);
    return isCandidate && !this.isOne(meant) ? this.around(meant).filter((other) => this.isLost(other)) : [];
  }

  /** By a path that a program names. */
  private linked({ document, thing }: Meant<D>): readonly Meant<D>[] {
    const read = this.read.get(document) ?? [];
    const readers = this.readers.get(document) ?? [];
    return [
      ...(thing.name === undefined ? [] : [...read, ...readers].flatMap((other) => thingsLike(thing, other))),
      ...(read.length === 1 && isBareId(thing) ? tablesOf(read[0]!, thing.id) : []),
      ...readers
        .filter((reader) => thing.isOwn && this.read.get(reader)!.length === 1)
        .flatMap((reader) => tablesOf(reader, thing.id).filter((use) => isBareId(use.thing))),
    ];
  }

  /** As there is no other of the name in the folder. */
  private byFolder(meant: Meant<D>): readonly Meant<D>[] {
    if (!this.isOne(meant)) return [];
    if (this.isLost(meant)) return this.candidates(meant);
    return meant.thing.isOwn ? this.around(meant).filter((other) => this.isLost(other)) : [];
  }

  /** Whether all that have a name in a folder are the same. */
  private isOne(meant: Meant<D>): boolean {
    const { folder } = meant.document;
    const key = `${folder} ${keyOf(meant.thing)}`;
    let isOne = this.single.get(key);
    if (isOne === undefined) {
      const candidates = this.candidates(meant);
      const [first] = candidates;
      const same = first && reached(first, (each) => this.linked(each));
      isOne = candidates.every(({ thing }) => same!.has(thing));
      this.single.set(key, isOne);
    }
    return isOne;
  }

  /** Whether a program uses a table that neither it nor a configuration that it names has. */
  private isLost({ document, thing }: Meant<D>): boolean {
    return !thing.isOwn && thing.name !== undefined && this.read.get(document)!.length === 0;
  }

  private candidates(meant: Meant<D>): readonly Meant<D>[] {
    return this.around(meant).filter(({ thing }) => thing.isOwn);
  }

  /** Of this kind and name in the same folder. */
  private around({ document: { folder }, thing }: Meant<D>): readonly Meant<D>[] {
    if (folder === undefined || thing.name === undefined) return [];
    return (this.named.get(keyOf(thing)) ?? []).filter(({ document }) => document.folder === folder);
  }
}

const keyOf = ({ kind, name }: NamedThing) => `${kind} ${name}`;

const isBareId = ({ name, isOwn }: NamedThing) => name === undefined && !isOwn;

const byKindAndName = once(({ things }: FileNames) => {
  const found = new Map<string, NamedThing[]>();
  for (const thing of things) push(found, keyOf(thing), thing);
  return found;
});

const thingsLike = <D extends NamedDocument>(like: NamedThing, document: D): Meant<D>[] =>
  (byKindAndName(document.names).get(keyOf(like)) ?? []).map((thing) => ({ document, thing }));

const tablesOf = <D extends NamedDocument>(document: D, id: number | undefined): Meant<D>[] =>
  id === undefined
    ? []
    : document.names.things.filter((thing) => thing.id === id).map((thing) => ({ document, thing }));

/** All that one leads to, by way of others as well. */
function reached<D extends NamedDocument>(
  start: Meant<D>,
  next: (meant: Meant<D>) => readonly Meant<D>[],
): Map<NamedThing, Meant<D>> {
  const all = new Map<NamedThing, Meant<D>>([[start.thing, start]]);
  // What is added is gone through, too.
  for (const meant of all.values())
    for (const other of next(meant)) if (!all.has(other.thing)) all.set(other.thing, other);
  return all;
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

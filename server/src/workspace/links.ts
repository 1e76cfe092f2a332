import type { Position } from '../text/line-index';
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
    const all = new Map<NamedThing, Meant<D>>([[start.thing, start]]);
    // What is added is gone through, too.
    for (const meant of all.values())
      for (const other of this.neighbours(meant)) if (!all.has(other.thing)) all.set(other.thing, other);
    const perhaps = this.isLost(start) ? this.candidates(start) : [];
    return { all: [...all.values()], perhaps: perhaps.length > 1 ? perhaps : [] };
  }

  /** The ops that name a table which several configurations have, this one among them. */
  doubtful(meant: Meant<D>): readonly Meant<D>[] {
    const candidates = this.candidates(meant);
    const isOne = candidates.length > 1 && candidates.some(({ thing }) => thing === meant.thing);
    return isOne ? this.around(meant).filter((other) => this.isLost(other)) : [];
  }

  private neighbours(meant: Meant<D>): readonly Meant<D>[] {
    const { document, thing } = meant;
    const read = this.read.get(document) ?? [];
    const readers = this.readers.get(document) ?? [];
    const linked = [...read, ...readers].flatMap((other) =>
      thing.name === undefined ? [] : thingsLike(thing, other),
    );
    const byId = [
      ...(read.length === 1 && isBareId(thing) ? tablesOf(read[0]!, thing.id) : []),
      ...readers
        .filter((reader) => this.read.get(reader)!.length === 1)
        .flatMap((reader) => tablesOf(reader, thing.id).filter((use) => isBareId(use.thing) && thing.isOwn)),
    ];
    return [...linked, ...byId, ...this.byFolder(meant)];
  }

  /** Links that rest on there being no other candidate. */
  private byFolder(meant: Meant<D>): readonly Meant<D>[] {
    const [only, ...others] = this.candidates(meant);
    if (!only || others.length > 0) return [];
    if (this.isLost(meant)) return [only];
    if (only.thing !== meant.thing) return [];
    return this.around(meant).filter((other) => this.isLost(other));
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

const thingsLike = <D extends NamedDocument>({ kind, name }: NamedThing, document: D): Meant<D>[] =>
  document.names.things
    .filter((thing) => thing.kind === kind && thing.name === name)
    .map((thing) => ({ document, thing }));

const tablesOf = <D extends NamedDocument>(document: D, id: number | undefined): Meant<D>[] =>
  id === undefined
    ? []
    : document.names.things.filter((thing) => thing.id === id).map((thing) => ({ document, thing }));

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

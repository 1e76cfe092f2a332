import { isSameSet } from '../../basics/same-set';
import type { FileText, NearbyFiles, NearbyTables } from '../../dataflow/messages/read-files';
import { onlyCandidate, rootOf } from '../../project/files/paths';
import { uriKey } from '../files/uri-keys';

/** A file of the workspace that programs may read. */
interface ReadableFile {
  readonly stamp: unknown;
  readonly read: () => Promise<
    { readonly uri: string; readonly analysis: { readonly text: string } } | undefined
  >;
}

/** Files by their decoded URIs. */
type Files = ReadonlyMap<string, ReadableFile>;

/** The workspace as programs see it. */
export interface ReadableWorkspace {
  byKey(): Promise<Files>;
  /** The workspace folder around a file. */
  folderOf(uri: string): string | undefined;
  /** The tables of all files in that folder. */
  nearbyTables(uri: string): Promise<NearbyTables | undefined>;
}

/** The last known target of a path in a program. */
interface KnownFile {
  /** The stamp of the file; undefined if the path leads to no file. */
  readonly stamp: unknown;
  readonly found: FileText | undefined;
}

/**
 * The files that one program reads, and the tables around it. The analysis, which does no IO, only records what it needs.
 * The files are read afterwards, and the program is analyzed again.
 */
export class ProgramInputs implements NearbyFiles {
  readonly path: string | undefined;
  private readonly known = new Map<string, KnownFile | undefined>();
  private asksForTables = false;
  private knownTables: NearbyTables | undefined;

  constructor(private readonly uri: string) {
    const path = uriKey(uri).slice(rootOf(uriKey(uri)).length);
    this.path = path.startsWith('/') ? path : undefined;
  }

  read(path: string): FileText | undefined {
    const known = this.known.get(path);
    if (!known) this.known.set(path, undefined);
    return known?.found;
  }

  tables(): NearbyTables | undefined {
    this.asksForTables = true;
    return this.knownTables;
  }

  get hasAsked(): boolean {
    return this.asksForTables || this.known.size > 0;
  }

  /** Reads new and changed files. Returns whether another analysis would get different content. */
  async settle(readable: ReadableWorkspace): Promise<boolean> {
    if (!this.hasAsked) return false;
    const files = await readable.byKey();
    const tables = this.asksForTables ? await readable.nearbyTables(this.uri) : undefined;
    let hasChanged = !areSame(tables, this.knownTables);
    this.knownTables = tables;
    for (const [path, known] of this.known) {
      const file = this.fileAt(path, files, readable);
      if (known && known.stamp === file?.stamp) continue;
      const found = await readFileText(file);
      this.known.set(path, { stamp: file?.stamp, found });
      hasChanged ||= known?.found?.text !== found?.text || known?.found?.file !== found?.file;
    }
    return hasChanged;
  }

  /** Drops the texts, but keeps which files they were. */
  release(): void {
    for (const [path, known] of this.known) if (known) this.known.set(path, { ...known, found: undefined });
  }

  /** Whether all that was read would be the same today. */
  async isCurrent(files: Files, readable: ReadableWorkspace): Promise<boolean> {
    if ([...this.known].some(([path, known]) => known?.stamp !== this.fileAt(path, files, readable)?.stamp))
      return false;
    return !this.asksForTables || areSame(await readable.nearbyTables(this.uri), this.knownTables);
  }

  private fileAt(path: string, files: Files, readable: ReadableWorkspace): ReadableFile | undefined {
    const folder = readable.folderOf(this.uri);
    const only = onlyCandidate(path, {
      from: uriKey(this.uri),
      folder: folder === undefined ? undefined : uriKey(folder),
      has: (key) => files.has(key),
      called: (name) => [...files.keys()].filter((key) => key.endsWith(`/${name}`)),
    });
    return only === undefined ? undefined : files.get(only);
  }
}

const areSame = (a: NearbyTables | undefined, b: NearbyTables | undefined): boolean =>
  a && b ? isSameSet(a.declared, b.declared) && isSameSet(a.shared, b.shared) : a === b;

async function readFileText(file: ReadableFile | undefined): Promise<FileText | undefined> {
  const document = await file?.read();
  return document && { file: document.uri, text: document.analysis.text };
}

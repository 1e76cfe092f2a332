import { CancellationToken } from 'vscode-languageserver';
import { detached } from '../../basics/detached';
import type { NearbyTables } from '../../dataflow/messages/read-files';
import type { Analyzer } from '../../languages/snapshot';
import { followImports } from '../../project/names/imports';
import { Links, type NamedDocument } from '../../project/names/links';
import { type FileNames, NO_NAMES, UNREAD_NAMES } from '../../project/names/names';
import { tablesOf } from '../../project/names/tables';
import type { ModuleNames } from '../../python/module-names';
import type { Documents } from '../documents/documents';
import type { Positions } from '../documents/positions';
import { uriKey } from '../files/uri-keys';
import type { Log } from '../log';
import { nextTurn } from '../turns';
import type { Workspace, WorkspaceDocument, WorkspaceFile } from './workspace';

/** A file of the workspace with its names and the positions of these. */
export interface IndexedDocument extends NamedDocument {
  readonly file: WorkspaceFile;
  readonly positions: Positions;
}

/** The names of a closed file, without its analysis. */
interface CachedNames {
  readonly stamp: unknown;
  readonly names: FileNames;
  readonly positions: Positions;
}

/** The names in all files of the workspace. For closed files, only the names are cached, until the file changes. */
export class NamesIndex {
  private cached = new Map<string, CachedNames>();
  /** The names that modules export to programs. */
  private modules = new Map<string, { readonly stamp: unknown; readonly names: ModuleNames | undefined }>();
  private analyzer: Analyzer | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly workspace: Workspace,
    private readonly documents: Documents,
    private readonly log: Log,
  ) {}

  /** Reads new and changed files. Undefined if the request is cancelled meanwhile; the files read until then stay cached. */
  async links(token: CancellationToken): Promise<Links<IndexedDocument> | undefined> {
    const found = await this.all(token);
    return found && new Links(found);
  }

  /** The tables of all files in the workspace folder around a file; undefined if some files are not read. */
  async nearbyTables(uri: string): Promise<NearbyTables | undefined> {
    const folder = this.workspace.folderOf(uri);
    if (folder === undefined || !(await this.workspace.isListedWhole(folder))) return undefined;
    const all = (await this.all(CancellationToken.None)) ?? [];
    return tablesOf(all.filter((document) => document.folder === uriKey(folder)));
  }

  /** Requests are answered one after the other. */
  private all(token: CancellationToken): Promise<readonly IndexedDocument[] | undefined> {
    const found = this.last.then(() => this.read(token));
    this.last = found.catch(() => undefined);
    return found;
  }

  private async read(token: CancellationToken): Promise<readonly IndexedDocument[] | undefined> {
    const { analyzer } = this.documents;
    if (analyzer !== this.analyzer) for (const cache of [this.cached, this.modules]) cache.clear();
    this.analyzer = analyzer;
    const files = await this.workspace.files();
    const found: IndexedDocument[] = [];
    const keys = new Set<string>();
    for (const file of files) {
      if (token.isCancellationRequested) return undefined;
      const key = uriKey(file.uri);
      const indexed = await this.index(key, file);
      keys.add(key);
      if (!indexed) continue;
      const folder = this.workspace.folderOf(file.uri);
      const { names, positions } = indexed;
      const positionAt = (offset: number) => positions.ownerOf(offset).positionAt(offset);
      found.push({
        key,
        folder: folder === undefined ? undefined : uriKey(folder),
        file,
        names,
        positions,
        positionAt,
      });
    }
    for (const cache of [this.cached, this.modules])
      for (const key of cache.keys()) if (!keys.has(key)) cache.delete(key);
    const steps = followImports(found);
    let step = steps.next();
    while (!step.done) {
      if (token.isCancellationRequested) return undefined;
      step = steps.next(await this.moduleNamesOf(step.value));
    }
    return step.value;
  }

  private async moduleNamesOf({ key, file }: IndexedDocument): Promise<ModuleNames | undefined> {
    const known = this.modules.get(key);
    if (known && known.stamp === file.stamp) return known.names;
    const document = await file.read();
    const names = this.log.attempt(
      `The names in ${file.uri}`,
      () => document?.analysis.moduleNames(),
      undefined,
    );
    this.modules.set(key, { stamp: file.stamp, names });
    await nextTurn();
    return names;
  }

  private async index(key: string, file: WorkspaceFile): Promise<Omit<CachedNames, 'stamp'> | undefined> {
    const known = this.cached.get(key);
    if (known?.stamp === file.stamp) return known;
    const document = await file.read();
    const names = document ? this.namesOf(document) : UNREAD_NAMES;
    if (document && document.version !== null) return { names, positions: document };
    const positions = detachedPositions(
      file.uri,
      names.symbols.length + names.files.length > 0 ? document : undefined,
    );
    const indexed = { stamp: file.stamp, names: detachedNames(names), positions };
    this.cached.set(key, indexed);
    // Other requests are answered in between.
    await nextTurn();
    return indexed;
  }

  private namesOf({ uri, analysis }: WorkspaceDocument): FileNames {
    return this.log.attempt(`The names in ${uri}`, () => analysis.names(), UNREAD_NAMES);
  }
}

/** Copies of the names: as parts of the text, they would keep it in memory. */
function detachedNames(names: FileNames): FileNames {
  if (names === NO_NAMES || names === UNREAD_NAMES) return names;
  const detachedName = (name: string | undefined) => (name === undefined ? undefined : detached(name));
  return {
    ...names,
    symbols: names.symbols.map((symbol) => ({
      ...symbol,
      name: detachedName(symbol.name),
      ...(symbol.from !== undefined && { from: detached(symbol.from) }),
      container: detachedName(symbol.container),
    })),
    files: names.files.map((file) => ({ ...file, path: detached(file.path) })),
    imports: names.imports.map(detached),
  };
}

/** Positions without the analysis. */
function detachedPositions(uri: string, document: WorkspaceDocument | undefined): Positions {
  const positionAt = document?.positionAt ?? (() => ({ line: 0, character: 0 }));
  // Lazily computed values would keep the text in memory.
  positionAt(0);
  const positions: Positions = { uri, version: null, positionAt, ownerOf: () => positions };
  return positions;
}

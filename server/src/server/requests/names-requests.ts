// Definition, references and rename for names in all files of the workspace.

import {
  DefinitionRequest,
  type Location,
  type LocationLink,
  LSPErrorCodes,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  ResponseError,
  SymbolKind,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver';
import type { TextEdit } from '../../basics/range';
import type { Analysis } from '../../languages/language';
import type { Links, Referent, Referents } from '../../project/names/links';
import { fileAt, type NamedSymbol, type NamePlace, placeAt, symbolsAt } from '../../project/names/names';
import { labelOf, planRename, type RenamePlan, refuseName, where } from '../../project/names/rename';
import { findSymbols } from '../../project/names/symbols';
import type { Constant } from '../../python/module-names';
import { isNotebook } from '../../python/notebooks';
import type { OpenDocument } from '../documents/open-document';
import { BEGINNING, toLocation, toRange } from '../documents/positions';
import { uriKey } from '../files/uri-keys';
import type { IndexedDocument } from '../workspace/names-index';
import {
  definitionLocation,
  joinWorkspaceEdits,
  takesVersions,
  toLocationLink,
  toWorkspaceEdit,
} from './convert';
import { type Context, request, workspaceRequest } from './request';

/** The names of the workspace, and what a document means at an offset. */
interface NamesAt {
  readonly links: Links<IndexedDocument>;
  readonly indexed: IndexedDocument;
  readonly referents: readonly Referent<IndexedDocument>[];
}

async function namesAt(
  document: OpenDocument,
  offset: number,
  { names, token }: Context,
): Promise<NamesAt | undefined> {
  if (document.isDerived || !mayName(document.analysis, offset)) return undefined;
  const links = await names.links(token);
  const key = uriKey(document.notebook?.uri ?? document.uri);
  const indexed = links?.documents.find((other) => other.key === key);
  if (!links || !indexed) return undefined;
  return {
    links,
    indexed,
    referents: symbolsAt(indexed.names, offset).map((symbol) => ({ document: indexed, symbol })),
  };
}

/** Whether something at an offset may be a name. A constant is one only if another file uses it as a name. */
function mayName(analysis: Analysis, offset: number): boolean {
  const names = analysis.names();
  return (
    symbolsAt(names, offset).length > 0 ||
    fileAt(names, offset) !== undefined ||
    constantsOf(analysis).some(({ start, end }) => start <= offset && offset <= end)
  );
}

const constantsOf = (analysis: Analysis): readonly Constant[] => [
  ...(analysis.moduleNames()?.constants.values() ?? []),
];

export const definition = request(DefinitionRequest.type, {
  capabilities: { definitionProvider: true },
  answer(document, { position }, context) {
    const { client, protos } = context;
    // The client itself opens the program.
    if (document.isDerived) return undefined;
    const linked = client.capabilities.textDocument?.definition?.linkSupport === true;
    const offset = document.offsetAt(position);
    const found = document.analysis.definition(offset);
    if (!found) return definitionElsewhere(document, offset, linked, context);
    const location = definitionLocation(document, found, protos);
    return linked ? [toLocationLink(document, found, location)] : location;
  },
});

/** Definitions: of a string that names a file, the file; of a name in an op, its configuration. */
async function definitionElsewhere(
  document: OpenDocument,
  offset: number,
  linked: boolean,
  context: Context,
): Promise<LocationLink[] | Location[] | undefined> {
  const found = await namesAt(document, offset, context);
  if (!found) return undefined;
  const { links, indexed, referents } = found;
  const named = fileAt(indexed.names, offset);
  const uri = named && links.documentOf(indexed, named)?.file.uri;
  const locations = uri
    ? [{ uri, range: BEGINNING }]
    : (await Promise.all(referents.map((each) => declarationsOf(links.referentsOf(each))))).flat();
  const origin = named ?? referents.map(({ symbol }) => placeAt(symbol.places, offset))[0];
  if (locations.length === 0 || !origin) return undefined;
  return linked ? locations.map((location) => toLocationLink(document, origin, location)) : locations;
}

/** If it is unknown which of several is meant, all are declarations. */
const declarationsOf = ({ all, candidates }: Referents<IndexedDocument>): Promise<Location[]> =>
  locationsOf(candidates.length > 0 ? candidates : all, ({ declares }) => declares);

/** Leaves out results in files that have been deleted meanwhile. */
async function present<T extends { readonly document: IndexedDocument }>(
  found: readonly T[],
): Promise<readonly T[]> {
  const gone = new Set<IndexedDocument>();
  for (const document of new Set(found.map((each) => each.document)))
    if (!(await document.file.isThere())) gone.add(document);
  return found.filter(({ document }) => !gone.has(document));
}

async function locationsOf(
  referents: readonly Referent<IndexedDocument>[],
  accept: (place: NamePlace) => boolean,
): Promise<Location[]> {
  const there = await present(referents);
  return there.flatMap(({ document, symbol }) =>
    symbol.places.filter(accept).map(({ start, end }) => toLocation(document.positions, start, end)),
  );
}

export const references = request(ReferencesRequest.type, {
  capabilities: { referencesProvider: true },
  async answer(document, { position, context: { includeDeclaration } }, context) {
    const offset = document.offsetAt(position);
    const found = await namesAt(document, offset, context);
    if (!found) return undefined;
    const file = fileAt(found.indexed.names, offset);
    const target = file && found.links.documentOf(found.indexed, file);
    if (target) return mentionsOf(target, found.links);
    if (found.referents.length === 0) return undefined;
    const all = new Map<NamedSymbol, Referent<IndexedDocument>>();
    for (const referent of found.referents)
      for (const each of found.links.referentsOf(referent).all) all.set(each.symbol, each);
    return locationsOf([...all.values()], ({ declares }) => includeDeclaration || !declares);
  },
});

/** The strings of programs that name a file. */
async function mentionsOf(target: IndexedDocument, links: Links<IndexedDocument>): Promise<Location[]> {
  const mentions = links.documents.flatMap((document) =>
    document.names.files
      .filter((file) => links.documentOf(document, file) === target)
      .map((file) => ({ document, file })),
  );
  return (await present(mentions)).map(({ document, file }) =>
    toLocation(document.positions, file.start, file.end),
  );
}

const refuse = (reason: string) => new ResponseError<void>(LSPErrorCodes.RequestFailed, reason);

export const prepareRename = request(PrepareRenameRequest.type, {
  async answer(document, { position }, context) {
    const offset = document.offsetAt(position);
    const found = await namesAt(document, offset, context);
    const [first] = found?.referents ?? [];
    if (!found || !first) return undefined;
    const plan = planRename(found.links, found.referents);
    if ('reason' in plan) return refuse(plan.reason);
    const unwritable = await write(plan, plan.name);
    if (unwritable instanceof ResponseError) return unwritable;
    const place = placeAt(first.symbol.places, offset)!;
    const [edit, ...others] = (place.as === 'name' && document.analysis.writeName(place, plan.name)) || [];
    const { start, end } = edit && others.length === 0 ? edit : place;
    return { range: toRange(document, start, end), placeholder: plan.name };
  },
});

export const rename = request(RenameRequest.type, {
  capabilities: ({ capabilities }) => ({
    renameProvider: capabilities.textDocument?.rename?.prepareSupport ? { prepareProvider: true } : true,
  }),
  async answer(document, { position, newName }, context) {
    const found = await namesAt(document, document.offsetAt(position), context);
    const [first] = found?.referents ?? [];
    if (!found || !first) return refuse('Only names of tables and features can be renamed here.');
    const plan = planRename(found.links, found.referents);
    if ('reason' in plan) return refuse(plan.reason);
    if (newName === plan.name) return {};
    const refused = refuseName(found.links, first, newName);
    if (refused !== undefined) return refuse(refused);
    const written = await write(plan, newName);
    if (written instanceof ResponseError) return written;
    const versioned = takesVersions(context.client.capabilities);
    return joinWorkspaceEdits(
      written.map(({ positions, changes }) => toWorkspaceEdit(positions, changes, versioned)),
      versioned,
    );
  },
});

interface Written {
  readonly positions: Parameters<typeof toWorkspaceEdit>[0];
  readonly changes: readonly TextEdit[];
}

/** Writes a name at all places of a plan, or says which place cannot be changed. Closed files are read again. */
async function write(
  { name, places }: RenamePlan<IndexedDocument>,
  newName: string,
): Promise<readonly Written[] | ResponseError<void>> {
  const written: Written[] = [];
  const byDocument = new Map<IndexedDocument, NamePlace[]>(places.map(({ document }) => [document, []]));
  for (const { document, place } of places) byDocument.get(document)!.push(place);
  const changed = new Set<string>();
  // Open documents come first.
  const inOrder = [...byDocument].sort(([a], [b]) => Number(b.file.isOpen) - Number(a.file.isOpen));
  for (const [document, places] of inOrder) {
    const path = await document.file.realPath();
    // A closed file must not be changed twice because of a link to it.
    if (changed.has(path) && !document.file.isOpen) continue;
    changed.add(path);
    const read = await document.file.read();
    if (read?.version === null && isNotebook(document.key))
      return refuse(
        `${labelOf(document)} has this name, too. Open the notebook first: a closed one cannot be changed.`,
      );
    if (!read && !(await document.file.isThere())) continue;
    if (!read || !spells(read.analysis, places, name))
      return refuse(`${labelOf(document)} has changed meanwhile. Try again.`);
    const changes: TextEdit[] = [];
    for (const place of places) {
      const edits = read.analysis.writeName(place, newName);
      if (!edits)
        return refuse(
          `The string at ${where(document, place)} cannot be changed: it is in pieces, or its quotes cannot hold the name.`,
        );
      changes.push(...edits);
    }
    written.push({ positions: read, changes });
  }
  return written;
}

/** Whether a text spells a name at all of some places. */
function spells(analysis: Analysis, places: readonly NamePlace[], name: string): boolean {
  const named = analysis.names().symbols.filter((symbol) => symbol.name === name);
  const spelled = named.flatMap((symbol) => symbol.places.filter(({ as }) => as === 'name'));
  const constants = constantsOf(analysis).filter(({ value }) => value === name);
  const known = new Set([...spelled, ...constants].map(({ start, end }) => `${start} ${end}`));
  return places.every(({ start, end }) => known.has(`${start} ${end}`));
}

const SYMBOL_KINDS = { table: SymbolKind.Class, feature: SymbolKind.Interface };

export const workspaceSymbols = workspaceRequest(WorkspaceSymbolRequest.type, {
  capabilities: { workspaceSymbolProvider: true },
  async answer({ query }, { names, token }) {
    const links = await names.links(token);
    const found = await present(findSymbols(links?.documents ?? [], query));
    return found.map(({ document, symbol, place }) => ({
      name: symbol.name!,
      kind: SYMBOL_KINDS[symbol.kind],
      containerName: symbol.container ?? labelOf(document),
      location: toLocation(document.positions, place.start, place.end),
    }));
  },
});

import {
  type ClientCapabilities,
  ErrorCodes,
  type InitializeParams,
  ResponseError,
  type WorkspaceFoldersChangeEvent,
} from 'vscode-languageserver';
import { ENGLISH, type Reader } from '../languages/phrase';
import { uriPath } from './files/uri-keys';

/** The section of the client's settings that is ours. */
export const SECTION = 'tpuEmbedding';

/** The facts that a client gives about itself at the start. */
export interface Client {
  /** The editor's name, where it says one. */
  readonly name: string | undefined;
  readonly capabilities: ClientCapabilities;
  /** Its command that asks for suggestions. */
  readonly suggestCommand: string | undefined;
  /** Its command that previews an optimizer. */
  readonly previewCommand: string | undefined;
  /** Its command that shows the memory of tables. */
  readonly planCommand: string | undefined;
  /** Its command that shows the configuration of an embedding object. */
  readonly configurationCommand: string | undefined;
  /** Its command that lists places. */
  readonly referencesCommand: string | undefined;
  /** Its command that shows the page of a rule. */
  readonly ruleCommand: string | undefined;
  /** The URI of the folder in which it shows our .proto files, without a slash at the end. */
  readonly protos: string | undefined;
  /** The URI of the folder in which it shows the rules' pages. */
  readonly rulePages: string | undefined;
  /** Whether it reads files for the server, by custom requests. */
  readonly readsFiles: boolean;
  /** URIs without a slash at the end. */
  readonly folders: readonly string[];
  /** False if the user does not trust the open folders. Then files in them may not name other files to read. */
  readonly isTrusted: boolean;
  /** Who reads lenses and hints: the client's language, if it sends our texts in it. */
  readonly reader: Reader;
  /** The settings at the start, from a client that sends them. */
  readonly settings: unknown;
}

/** The client and the state of its session. */
export class Session {
  phase: 'new' | 'running' | 'ended' = 'new';
  client = clientOf({ capabilities: {} });

  /** The paths of the workspace's folders. */
  get folderPaths(): readonly string[] {
    return this.client.folders.map(uriPath);
  }

  /** Throws the protocol's error before the start and after the end of the session. */
  requireRunning(): void {
    if (this.phase === 'new') {
      throw new ResponseError(ErrorCodes.ServerNotInitialized, 'The first request must be initialize.');
    }
    if (this.phase === 'ended')
      throw new ResponseError(ErrorCodes.InvalidRequest, 'The server is shut down.');
  }
}

/** Whether a client asks for diagnostics, also again when settings or other files change what it was told. */
export const canPull = ({ capabilities: { textDocument, workspace } }: Client): boolean =>
  textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true;

export function clientOf(params: Pick<InitializeParams, 'capabilities'> & Partial<InitializeParams>): Client {
  const { capabilities, clientInfo, workspaceFolders, rootUri, initializationOptions } = params;
  const options = isRecord(initializationOptions) ? initializationOptions : {};
  const option = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined);
  return {
    name: clientInfo?.name,
    capabilities,
    suggestCommand: option('suggestCommand'),
    previewCommand: option('previewCommand'),
    planCommand: option('planCommand'),
    configurationCommand: option('configurationCommand'),
    referencesCommand: option('referencesCommand'),
    ruleCommand: option('ruleCommand'),
    protos: option('protos'),
    rulePages: option('rulePages'),
    readsFiles: options['readsFiles'] === true,
    folders: workspaceFolders ? foldersIn(workspaceFolders) : foldersIn([{ uri: rootUri }]),
    isTrusted: options['trusted'] !== false,
    reader: readerOf(params.locale, options['translations']),
    settings: SECTION in options ? options[SECTION] : initializationOptions,
  };
}

/** Without translations, numbers have no other language than the words around them. */
function readerOf(locale: unknown, translations: unknown): Reader {
  if (!isRecord(translations) || typeof locale !== 'string') return ENGLISH;
  const texts = Object.entries(translations).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return { language: isLanguage(locale) ? locale : ENGLISH.language, translations: new Map(texts) };
}

/** What is no language tag makes `Intl` throw. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The URIs of workspace folders, without a slash at the end. What a client sends in their place is passed over. */
const foldersIn = (given: unknown): readonly string[] =>
  (Array.isArray(given) ? given : [])
    .filter(isRecord)
    .flatMap(({ uri }) => (typeof uri === 'string' && uri !== '' ? uri.replace(/\/$/, '') : []));

/** The client's folders after some were added or removed. */
export function changedFolders(
  { folders }: Client,
  event: Partial<WorkspaceFoldersChangeEvent> | undefined,
): readonly string[] {
  const gone = new Set(foldersIn(event?.removed));
  const more = foldersIn(event?.added);
  return [...new Set([...folders.filter((folder) => !gone.has(folder)), ...more])];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

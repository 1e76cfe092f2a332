import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  type RequestType,
  ResponseError,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { TEXT_FORMAT_IDS } from '../../languages/registration';
import type { Analyzer } from '../../languages/snapshot';
import type { Listing } from '../../project/environment/listings';
import type { Documents } from '../documents/documents';
import type { OpenDocument } from '../documents/open-document';
import type { ReadableWorkspace } from '../documents/program-inputs';
import type { PushDiagnostics } from '../documents/push-diagnostics';
import type { FileSystem } from '../files/file-system';
import { type Installed, type LinkToRule, ruleLinks } from '../files/installed';
import type { Log } from '../log';
import type { Client, Session } from '../session';
import type { Turns } from '../turns';
import type { NamesIndex } from '../workspace/names-index';
import type { WorkspaceDiagnostics } from '../workspace/workspace-diagnostics';
import type { AssistantHost } from './assistant-host';

/** The parts of the server that answers use. */
interface Parts {
  readonly files: FileSystem;
  readonly names: NamesIndex;
  readonly diagnostics: WorkspaceDiagnostics;
  readonly push: PushDiagnostics;
  readonly assistants: AssistantHost;
  /** What files and environments around a file say about packages. */
  readonly listings: (uri: string) => Promise<readonly Listing[]>;
}

/** Everything that an answer may need besides the document. */
export interface Context extends Parts {
  readonly client: Client;
  readonly analyzer: Analyzer;
  /** URI of the folder in which the client shows our .proto files. */
  readonly protos: string;
  readonly linkTo: LinkToRule;
  /** Resolves when the files that a program reads are known. */
  readonly settle: (document: OpenDocument) => Promise<unknown>;
  readonly token: CancellationToken;
}

/** For features that an editor has by itself in other languages, and that an answer would replace. */
export const TEXT_FORMAT_ONLY = { documentSelector: TEXT_FORMAT_IDS.map((language) => ({ language })) };

interface DocumentParams {
  readonly uri?: string;
  readonly textDocument?: { readonly uri: string };
}

/** Possibly a promise, or an error for the user. */
type Answer<R> = R | ResponseError<void> | undefined | Promise<R | ResponseError<void> | undefined>;

type Handler<P, R> = {
  /** The capability that the server announces at the start. */
  readonly capabilities?: ServerCapabilities | ((client: Client) => ServerCapabilities);
  readonly answer: (document: OpenDocument, params: P, context: Context) => Answer<NoInfer<R>>;
  /** The answer is right for the newest text even if the request was about an older one. */
  readonly answersNewest?: true;
  /** The answer does not wait for changes that have arrived but are not processed. */
  readonly atOnce?: true;
} & (null extends R
  ? { readonly empty?: R }
  : {
      /** The answer if the document is not open, or if answering fails. */
      readonly empty: R;
    });

/** A request about one document. */
export interface DocumentRequest {
  readonly capabilities: (client: Client) => ServerCapabilities;
  readonly listen: (requests: Requests) => void;
}

/** An entry for `requests.ts`; the types of its parameters and of its answer follow from the type of the request. */
export function request<P extends DocumentParams, R>(
  type: RequestType<P, R, unknown>,
  handler: Handler<P, R>,
): DocumentRequest {
  const { capabilities = {} } = handler;
  return {
    capabilities: typeof capabilities === 'function' ? capabilities : () => capabilities,
    listen: (requests) => requests.answer(type, handler),
  };
}

interface WorkspaceHandler<P, R> {
  readonly capabilities?: ServerCapabilities;
  readonly answer: (params: P, context: Context) => Promise<R>;
}

/** A request about no document. */
export function workspaceRequest<P, R>(
  type: RequestType<P, R, unknown>,
  { capabilities = {}, answer }: WorkspaceHandler<P, NoInfer<R>>,
): DocumentRequest {
  return {
    capabilities: () => capabilities,
    listen: (requests) => requests.answerWorkspace(type, answer),
  };
}

/** Answers requests in turn. A request that fails is logged, and does not affect the others. */
export class Requests {
  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly documents: Documents,
    private readonly turns: Turns,
    private readonly log: Log,
    private readonly installed: Installed,
    private readonly readable: ReadableWorkspace,
    private readonly parts: Parts,
  ) {}

  answerWorkspace<P, R>(type: RequestType<P, R, unknown>, answer: WorkspaceHandler<P, R>['answer']): void {
    this.connection.onRequest(type.method, async (params: P, token: CancellationToken): Promise<unknown> => {
      this.session.requireRunning();
      this.turns.messageArrived();
      await this.turns.next();
      const before = cancelled(token);
      if (before) return before;
      const answered = answer(params, this.contextOf(token));
      const found = await this.log.attemptLater(type.method, answered, null);
      return cancelled(token) ?? found;
    });
  }

  private contextOf(token: CancellationToken, document?: OpenDocument): Context {
    const { documents, installed, readable } = this;
    const { client } = this.session;
    return {
      ...this.parts,
      client,
      analyzer: document ? documents.analyzerOf(document.fileUri) : documents.analyzer,
      protos: client.protos ?? installed.protos,
      linkTo: ruleLinks(client, installed),
      settle: (document) => documents.settle(document, readable),
      token,
    };
  }

  answer<P extends DocumentParams, R>(type: RequestType<P, R, unknown>, handler: Handler<P, R>): void {
    const { documents, session, turns, log } = this;
    const { answer, answersNewest = false, atOnce = false, empty = null as R } = handler;
    this.connection.onRequest(type.method, async (params: P, token: CancellationToken): Promise<unknown> => {
      session.requireRunning();
      turns.messageArrived();
      const uri = params.textDocument?.uri ?? params.uri!;
      const version = documents.get(uri)?.version;
      if (!atOnce) await turns.next();
      const outdated = () => {
        const isOutdated = documents.get(uri)?.version !== version && !answersNewest;
        return (
          cancelled(token) ??
          (isOutdated
            ? new ResponseError(LSPErrorCodes.ContentModified, 'The text has changed meanwhile')
            : undefined)
        );
      };
      const before = outdated();
      if (before) return before;
      const document = documents.get(uri);
      if (!document) return empty;
      const context = this.contextOf(token, document);
      const what = `${type.method} of ${uri}`;
      const answered = log.attempt(what, () => answer(document, params, context), undefined);
      if (!(answered instanceof Promise)) return answered ?? empty;
      const later = await log.attemptLater(what, answered, undefined);
      return outdated() ?? later ?? empty;
    });
  }
}

const cancelled = (token: CancellationToken) =>
  token.isCancellationRequested ? new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled') : undefined;

import type { Connection } from 'vscode-languageserver';
import type { Installed } from '../../catalogue/environment';
import * as own from '../../languages/protocol';
import type { Documents } from '../documents/documents';
import type { OpenDocument } from '../documents/open-document';
import { bundle } from '../load-analysis-bundle';
import type { Log } from '../log';
import type { Session } from '../session';
import type { Turns } from '../turns';

/** Answers which message a document holds, and notifies a client that has asked of changes. */
export class Status {
  private wanted = false;

  constructor(
    private readonly connection: Connection,
    private readonly session: Session,
    private readonly documents: Documents,
    private readonly turns: Turns,
    private readonly log: Log,
  ) {}

  listen(): void {
    this.connection.onRequest(own.documentStatus, async ({ uri }: own.DocumentParams) => {
      this.session.requireRunning();
      this.wanted = true;
      await this.turns.next();
      const answer = () => statusOf(this.documents.get(uri));
      return this.log.attempt(`${own.documentStatus} of ${uri}`, answer, FAILED);
    });
  }

  changed(document: OpenDocument): void {
    if (document.statusChanged() && this.wanted)
      void this.connection.sendNotification(own.statusChanged, { uri: document.uri });
  }
}

const FAILED: own.DocumentStatus = {
  reason: 'none',
  detail: 'The language server failed at this file; its log says why.',
};

function tensorflowStatus(found: Installed | undefined): own.TensorflowStatus {
  if (!found)
    return {
      detail:
        'No requirements, lock file or virtual environment around the file says which TensorFlow it runs on.',
    };
  const version = bundle().releasesText(found);
  const newer = bundle().newerText('tensorflow', found);
  return {
    ...(version !== '' && { version }),
    detail: newer === undefined ? found.source : `${found.source}. ${newer}`,
  };
}

function statusOf(document: OpenDocument | undefined): own.DocumentStatus {
  if (!document) return { reason: 'none', detail: 'The file is not open in the language server.' };
  const { resolution, isOurs, environment, targets } = document.analysis;
  if (!resolution)
    return {
      reason: 'none',
      detail: 'The file holds no message.',
      // A program that runs on other libraries may need no TensorFlow.
      ...(isOurs &&
        (!targets || environment?.tensorflow) && { tensorflow: tensorflowStatus(environment?.tensorflow) }),
      ...(targets && { targets }),
    };
  const { message, reason, detail } = resolution;
  return {
    ...(message && { message: message.name }),
    reason: reason === 'named' ? 'content' : reason,
    detail,
  };
}

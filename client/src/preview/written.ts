import * as vscode from 'vscode';
import { openOne, sameUri } from './open-documents';

/** A write to a document: at an offset, `after` replaced `before`. */
interface Change {
  uri: vscode.Uri;
  start: number;
  before: string;
  after: string;
  /** Document versions without and with the change. */
  versions: { without: number; with: number };
}

/** Changes kept; the oldest are dropped. */
const MAX_CHANGES = 100;

/** Changes that Apply wrote. They can be undone as long as nothing else changes the document. */
export class Written {
  private readonly done: Change[] = [];
  private readonly undone: Change[] = [];

  /** Applies an edit to one document; false if the editor rejects it. */
  async write(document: vscode.TextDocument, edit: vscode.WorkspaceEdit): Promise<boolean> {
    const [text, without] = [document.getText(), document.version];
    if (!(await vscode.workspace.applyEdit(edit))) return false;
    this.done.push({
      uri: document.uri,
      ...difference(text, document.getText()),
      versions: { without, with: document.version },
    });
    if (this.done.length > MAX_CHANGES) this.done.shift();
    this.undone.length = 0;
    return true;
  }

  /** Undoes the last change. Returns the problem if it cannot. */
  undo(): Promise<string | undefined> {
    return move(this.done, this.undone, 'without');
  }

  /** Redoes the change that was undone last. */
  redo(): Promise<string | undefined> {
    return move(this.undone, this.done, 'with');
  }
}

/** Moves a change between the undo and redo stacks if the document is still as the change left it. */
async function move(from: Change[], to: Change[], side: 'with' | 'without'): Promise<string | undefined> {
  const change = from.pop();
  if (!change) return vscode.l10n.t('The preview has no written change left to undo or redo.');
  const { uri, start, versions } = change;
  const other = side === 'with' ? 'without' : 'with';
  const document = openOne(uri);
  if (document?.version !== versions[other])
    return vscode.l10n.t('The document changed in the meantime. Undo it in its editor.');
  const [old, text] = side === 'with' ? [change.before, change.after] : [change.after, change.before];
  const edit = new vscode.WorkspaceEdit();
  const end = document.positionAt(start + old.length);
  edit.replace(uri, new vscode.Range(document.positionAt(start), end), text);
  const was = versions[side];
  if (!(await vscode.workspace.applyEdit(edit)))
    return vscode.l10n.t('The editor rejected the changes. Is the document read-only?');
  versions[side] = document.version;
  // The text is now the result of the previous change, or the start of the next one.
  const next = from.at(-1);
  if (next && sameUri(next.uri, uri) && next.versions[other] === was) next.versions[other] = document.version;
  to.push(change);
  return undefined;
}

/** The part that differs, without the common beginning and end. */
function difference(before: string, after: string): Pick<Change, 'start' | 'before' | 'after'> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return {
    start,
    before: before.slice(start, before.length - same),
    after: after.slice(start, after.length - same),
  };
}

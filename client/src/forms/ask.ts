import * as vscode from 'vscode';
import { decodeBase64, encodeBase64 } from '../../../server/src/basics/base64';
import type { Form } from '../../../server/src/configuration/form-names';
import type { ConvertResult, TargetName } from '../../../server/src/languages/protocol';
import type { Server } from '../server';
import { firstOf } from '../words';

export interface Asked {
  /** The file extension may tell the form. */
  readonly uri: vscode.Uri;
  readonly bytes: Uint8Array;
  readonly from?: Form | undefined;
  readonly to: TargetName;
  readonly line?: number;
  /** In a notebook: the cell that the line is in. */
  readonly cell?: number;
}

export interface Answer {
  readonly from: Form;
  readonly bytes: Uint8Array;
  readonly notes: readonly string[];
}

/** Converts a configuration to another form. Throws an error with a message for the user if it cannot. */
export async function convert(server: Server, { uri, bytes, from, ...rest }: Asked): Promise<Answer> {
  const result: ConvertResult | undefined = await server.convert({
    name: uri.path,
    content: encodeBase64(bytes),
    ...(from && { from }),
    ...rest,
  });
  if (!result) throw new Error(vscode.l10n.t('The language server is not running.'));
  if ('content' in result)
    return { from: result.from, bytes: decodeBase64(result.content)!, notes: result.notes };
  throw new Error(firstOf(result.problems.map(withPlace)));
}

type ConversionProblem = Extract<ConvertResult, { problems: unknown }>['problems'][number];

function withPlace({ range, cell, message }: ConversionProblem): string {
  if (!range) return message;
  const line = range.start.line + 1;
  return cell === undefined
    ? vscode.l10n.t('Line {0}: {1}', line, message)
    : vscode.l10n.t('Cell {0}, line {1}: {2}', cell + 1, line, message);
}

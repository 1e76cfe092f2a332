import * as vscode from 'vscode';
import type { Location, Position } from '../../server/src/protocol';
import { toLocation, toPosition } from './positions';

/** Shows places that a lens counts; the editor's own command takes its own types only. */
export async function showReferences(
  uri: string,
  place: Position,
  locations: readonly Location[],
): Promise<void> {
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    vscode.Uri.parse(uri),
    toPosition(place),
    locations.map(toLocation),
  );
}

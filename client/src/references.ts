import * as vscode from 'vscode';
import type { Location, Position } from '../../server/src/languages/protocol';
import { toLocation, toPosition } from './positions';

/** Shows the references that a code lens counts. The editor's own command accepts only VS Code's types. */
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

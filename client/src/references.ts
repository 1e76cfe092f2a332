import * as vscode from 'vscode';

interface Place {
  readonly line: number;
  readonly character: number;
}

interface Location {
  readonly uri: string;
  readonly range: { readonly start: Place; readonly end: Place };
}

/** Shows places that a lens counts; the editor's own command takes its own types only. */
export async function showReferences(
  uri: string,
  place: Place,
  locations: readonly Location[],
): Promise<void> {
  await vscode.commands.executeCommand(
    'editor.action.showReferences',
    vscode.Uri.parse(uri),
    positionOf(place),
    locations.map(
      ({ uri, range: { start, end } }) =>
        new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(positionOf(start), positionOf(end))),
    ),
  );
}

const positionOf = ({ line, character }: Place) => new vscode.Position(line, character);

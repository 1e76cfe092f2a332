// Converts positions of the protocol to those of VS Code's API.

import * as vscode from 'vscode';
import type { Location, Position, Range } from '../../server/src/languages/protocol';

export const toPosition = ({ line, character }: Position): vscode.Position =>
  new vscode.Position(line, character);

export const toRange = ({ start, end }: Range): vscode.Range =>
  new vscode.Range(toPosition(start), toPosition(end));

export const toLocation = ({ uri, range }: Location): vscode.Location =>
  new vscode.Location(vscode.Uri.parse(uri, true), toRange(range));

import * as vscode from 'vscode';
import { commentLines } from '../../../server/src/basics/comment-lines';
import { type DerivedConfiguration, type DerivedLine, SOURCE } from '../../../server/src/languages/protocol';
import { fileName, oneLine } from '../words';

/** The header: the message type for the server, if it is a message, and where the configuration comes from. */
const headerOf = (program: vscode.Uri, { at, library }: DerivedConfiguration): readonly string[] => [
  library === undefined
    ? '# proto-message: tensorflow.tpu.TPUEmbeddingConfiguration'
    : '# Tables in the order in which features use them first.',
  `# What ${oneLine(placeText(program, at))} makes with ${library ?? 'TensorFlow 2.21'}.`,
  '',
];
export const HEADER_LINES = 3;

/** A place as people find it: `train.py, line 3,` or, in a notebook, `train.ipynb, cell 2, line 3,`. */
function placeText(program: vscode.Uri, { uri, range }: DerivedConfiguration['at']): string {
  const line = range.start.line + 1;
  const cell = vscode.workspace.notebookDocuments
    .flatMap((notebook) => notebook.getCells())
    .find(({ document }) => document.uri.toString() === uri);
  return cell
    ? `${fileName(program)}, cell ${cell.index + 1}, line ${line},`
    : `${fileName(program)}, line ${line},`;
}

export const NO_LONGER = '# The program makes no such embedding object any more.\n';
export const NOT_OPEN = '# Open the program to see what it configures.\n';

/** The text shown for a configuration that a program builds. */
export function configurationText(program: vscode.Uri, configuration: DerivedConfiguration): string {
  const { text, refused, library = 'TensorFlow' } = configuration;
  const body = refused
    ? `${commentLines(`${library} refuses this program: ${refused.reason}`).join('\n')}\n`
    : text;
  return `${headerOf(program, configuration).join('\n')}\n${body}`;
}

export const lineAt = (
  configuration: DerivedConfiguration | undefined,
  line: number,
): DerivedLine | undefined => configuration?.lines[line - HEADER_LINES];

export function problemsOf({ text, lines, refused }: DerivedConfiguration): vscode.Diagnostic[] {
  const indents = text.split('\n').map((line) => line.search(/\S|$/));
  const ofLine = (line: number, message: string) => {
    const start = indents[line - HEADER_LINES] ?? 0;
    const range = new vscode.Range(line, start, line, Number.MAX_SAFE_INTEGER);
    const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Warning);
    diagnostic.source = SOURCE;
    return diagnostic;
  };
  if (refused) return [ofLine(HEADER_LINES, refused.reason)];
  return lines.flatMap(({ problems }, i) => problems.map((message) => ofLine(i + HEADER_LINES, message)));
}

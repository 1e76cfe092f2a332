import * as vscode from 'vscode';
import type { DerivedConfiguration } from '../../../server/src/languages/protocol';

/**
 * The index of the configuration whose object is at a line, or else the first one below. The user chooses among
 * several.
 */
export async function choose(
  all: readonly DerivedConfiguration[],
  program: vscode.Uri,
  line: number,
): Promise<number | undefined> {
  const here = all.map((configuration, index) => ({ configuration, index }));
  const own = here.filter(
    ({ configuration: { at } }) => vscode.Uri.parse(at.uri, true).toString() === program.toString(),
  );
  const first = own.find(({ configuration: { at } }) => at.range.end.line >= line) ?? own[0] ?? here[0];
  if (!first) {
    const nothing = vscode.l10n.t('No TPU embedding configuration is made in this file.');
    void vscode.window.showInformationMessage(nothing);
    return undefined;
  }
  const { start } = first.configuration.at.range;
  const same = own.filter(
    ({ configuration: { at } }) =>
      at.range.start.line === start.line && at.range.start.character === start.character,
  );
  if (same.length <= 1) return first.index;
  const items = same.map(({ configuration, index }, i) => ({
    label: vscode.l10n.t('Configuration {0} of {1}', i + 1, same.length),
    detail: tablesOf(configuration),
    index,
  }));
  const title = vscode.l10n.t('The program makes this object in several ways');
  return (await vscode.window.showQuickPick(items, { title }))?.index;
}

const tablesOf = ({ text }: DerivedConfiguration): string =>
  [...text.split('\nfeatures:', 1)[0]!.matchAll(/^ {2}(?:- )?name: (".*")$/gm)]
    .map(([, name]) => name)
    .join(', ');

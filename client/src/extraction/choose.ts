import * as vscode from 'vscode';
import type { ExtractedConfiguration } from '../../../server/src/languages/protocol';

interface Item extends vscode.QuickPickItem {
  readonly configuration: ExtractedConfiguration;
}

/** Asks which configurations to open, listed by the graph nodes that hold them. */
export async function choose(
  configurations: readonly ExtractedConfiguration[],
  title: string,
  withPaths: boolean,
): Promise<readonly ExtractedConfiguration[]> {
  const items = configurations.map((configuration): Item => {
    const { holders, text } = configuration;
    const description = holders.map(({ path }) => path).join(', ');
    return {
      label: labelOf(holders.flatMap(({ nodes }) => nodes)),
      ...(withPaths && { description }),
      detail: tablesIn(text),
      configuration,
    };
  });
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    canPickMany: true,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  return chosen?.map(({ configuration }) => configuration) ?? [];
}

/** Table names listed before the rest is cut. */
const SHOWN = 3;

function labelOf(nodes: readonly string[]): string {
  const more = nodes.length - SHOWN;
  const shown = nodes.slice(0, SHOWN).join(', ');
  return more > 0 ? vscode.l10n.t('{0} and {1} more', shown, more) : shown;
}

/** The table names, which identify a configuration to its authors. */
const tablesIn = (text: string): string =>
  [...text.matchAll(/^table_descriptor \{\n {2}name: (".*")$/gm)].map(([, name]) => name).join(', ');

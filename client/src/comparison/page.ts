import * as vscode from 'vscode';
import type {
  ComparedConfigurations,
  CompareResult,
  ConfigurationDifference,
  Range,
} from '../../../server/src/languages/protocol';
import { oneLine } from '../words';

/** A comparison as Markdown text, with links from its words to the values in the sources. */
export interface Page {
  readonly text: string;
  readonly links: readonly PageLink[];
}

export interface PageLink {
  readonly side: 'before' | 'after';
  readonly line: number;
  /** Column of the first character in the line. */
  readonly start: number;
  readonly end: number;
  /** The place of the value. In a notebook it is in the document of a cell. */
  readonly target: Range;
  readonly uri?: string;
}

/** Writes the comparison as Markdown, so that it can be pasted into a review. */
export function pageOf(result: CompareResult | undefined, before: string, after: string): Page {
  const page = new Writer();
  page.line(`# ${before} → ${after}`);
  if (!result) page.paragraph(vscode.l10n.t('The language server is not running.'));
  else if ('reason' in result) page.refusal(result, result.side === 'before' ? before : after);
  else page.comparison(result, { before, after });
  return { text: `${page.lines.join('\n')}\n`, links: page.links };
}

class Writer {
  readonly lines: string[] = [];
  readonly links: PageLink[] = [];

  line(text: string): void {
    this.lines.push(text);
  }

  paragraph(text: string): void {
    this.lines.push('', text);
  }

  refusal({ reason, side, range }: Extract<CompareResult, { reason: string }>, title: string): void {
    const start = vscode.l10n.t('{0} cannot be compared:', title);
    this.paragraph(`${start} ${oneLine(reason)}`);
    if (range) this.link(side, 0, title, range);
  }

  comparison(compared: ComparedConfigurations, titles: Titles): void {
    const { differences, same, memory, breaking, unknown } = compared;
    if (same) this.paragraph(vscode.l10n.t('Both mean the same.'));
    else if (differences.length === 0)
      this.paragraph(vscode.l10n.t('No difference was found, but some values are unknown.'));
    else {
      this.paragraph(memory);
      for (const [owner, own] of byOwner(differences)) {
        this.paragraph(`## ${owner === '' ? vscode.l10n.t('Configuration') : oneLine(owner)}`);
        this.line('');
        for (const each of own) this.difference(each);
      }
    }
    this.list(
      vscode.l10n.t('A checkpoint of {0} does not load', titles.before),
      breaking.map(({ reason }) => oneLine(reason)),
    );
    this.list(
      vscode.l10n.t('Not compared'),
      unknown.map(({ path, side, reason }) => `${path} (${titles[side]}): ${oneLine(reason)}`),
    );
  }

  private difference({ words, at }: ConfigurationDifference): void {
    const { what, before, after } = words;
    let line = `- ${what}`;
    const parts = [
      ...(before === undefined ? [] : [{ side: 'before' as const, value: before, target: at.before }]),
      ...(after === undefined ? [] : [{ side: 'after' as const, value: after, target: at.after }]),
    ];
    this.line(line);
    for (const [i, { side, value, target }] of parts.entries()) {
      line += i === 0 ? ' ' : ' → ';
      const start = line.length;
      line += oneLine(value);
      this.lines[this.lines.length - 1] = line;
      if (target && 'uri' in target) this.link(side, start, value, target.range, target.uri);
      else if (target) this.link(side, start, value, target);
    }
  }

  /** Adds a link from words in the line written last. */
  private link(side: PageLink['side'], start: number, words: string, target: Range, uri?: string): void {
    const end = start + oneLine(words).length;
    this.links.push({
      side,
      line: this.lines.length - 1,
      start,
      end,
      target,
      ...(uri !== undefined && { uri }),
    });
  }

  private list(title: string, items: readonly string[]): void {
    if (items.length === 0) return;
    this.paragraph(`## ${title}`);
    this.line('');
    for (const item of items) this.line(`- ${item}`);
  }
}

type Titles = Readonly<Record<PageLink['side'], string>>;

function byOwner(differences: readonly ConfigurationDifference[]) {
  const owners = new Map<string, ConfigurationDifference[]>();
  for (const each of differences) {
    const { owner } = each.words;
    const own = owners.get(owner);
    if (own) own.push(each);
    else owners.set(owner, [each]);
  }
  return owners;
}

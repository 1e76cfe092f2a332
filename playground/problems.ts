// The list of problems: each one links to its place and has buttons for its fixes.
import type { Text } from '@codemirror/state';
import type { DocumentStatus } from '../server/src/languages/protocol';
import { button, el, withCode } from './dom';
import { ruleLink } from './editor';
import { type Finding, type Fix, labelOf } from './findings';
import type { LanguageServer } from './language-server';

const SYMBOLS = { error: '✕', warning: '!', info: 'i', hint: '·' } as const;

interface ProblemActions {
  jump(finding: Finding): void;
  apply(fix: Fix): void;
}

/** `calmWords` is shown if there is no problem. */
export function problemList(
  findings: readonly Finding[],
  calmWords: string,
  doc: Text,
  act: ProblemActions,
): HTMLElement {
  const list = el('ul', 'problems', ...findings.map((finding) => item(finding, doc, act)));
  list.dataset['testid'] = 'problems';
  if (findings.length > 0) return list;
  const calm = el('div', 'calm', el('p', '', calmWords));
  calm.append(list);
  return calm;
}

/** Says whether anything was checked, because an unchecked file has no findings either. */
export async function calmWordsOf(server: LanguageServer, uri: string): Promise<string> {
  const status = await server.ask<DocumentStatus>('tpuEmbedding/documentStatus', { uri });
  const isChecked = !status || status.message !== undefined || status.tensorflow !== undefined;
  return isChecked ? 'No problems.' : `Nothing is checked here. ${status.detail}`;
}

function item(finding: Finding, doc: Text, { jump, apply }: ProblemActions): HTMLElement {
  const { number, from } = doc.lineAt(finding.from);
  const { severity, message, code, fixes } = finding;
  const symbol = el('span', `symbol ${severity}`, SYMBOLS[severity]);
  symbol.setAttribute('role', 'img');
  symbol.setAttribute('aria-label', severity);
  const place = el('span', 'place', `${number}:${finding.from - from + 1}`);
  place.setAttribute('aria-label', `line ${number}`);
  const go = button('', () => jump(finding), { class: 'problem' });
  go.append(symbol, el('span', 'message', withCode(message)), place);
  const buttons = (isSilencing: boolean) =>
    fixes.filter((fix) => fix.isSilencing === isSilencing).map((fix) => fixButton(fix, apply));
  const more = el('div', 'more', ruleLink(code), ...buttons(true));
  return el('li', '', go, el('div', 'means', ...buttons(false), more));
}

/** Not a `button` element: tests and styles count the buttons of the list as problems. */
function fixButton(fix: Fix, apply: (fix: Fix) => void): HTMLInputElement {
  const element = el('input', fix.isSilencing ? 'silence' : 'fix');
  element.type = 'button';
  element.value = labelOf(fix);
  element.dataset['testid'] = fix.isSilencing ? 'silence' : 'fix';
  element.addEventListener('click', () => apply(fix));
  return element;
}

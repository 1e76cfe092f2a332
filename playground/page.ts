// The playground: an editor, the server's answers about its text, and a link that contains the text.

import { undo } from '@codemirror/commands';
import { formatDocument, LSPPlugin } from '@codemirror/lsp-client';
import type { ChangeDesc, Text } from '@codemirror/state';
import { describePane, type Pane, planPane } from './answers';
import { type Content, fromFragment, toFragment } from './content';
import { button, debounced, one } from './dom';
import {
  type Draft,
  draftOf,
  IDS,
  isLinkStored,
  LINK,
  lastDraft,
  OWN,
  saveDraft,
  savedSettings,
  saveSettings,
} from './drafts';
import { Editor } from './editor';
import { explainRules } from './explanation';
import { explainFailures } from './failure';
import { type Finding, type Fix, findingsIn, labelOf, withFixes } from './findings';
import { LanguageServer } from './language-server';
import { languageOf, languageSeenIn } from './languages';
import { PreviewPane } from './preview';
import { calmWordsOf, problemList } from './problems';
import { colourByMeaning } from './semantic-highlighting';
import { bindSettings } from './settings';
import { type TabName, Tabs } from './tabs';
import { bindTheme } from './theme';

/** Titles of the examples by file name. */
const TITLES: Readonly<Record<string, string>> = {
  'first.textproto': 'One mistake to fix',
  'ads_ranking.textproto': 'A configuration',
  'mistakes.textproto': 'A configuration with mistakes',
  'ranking_model.py': 'A Python program',
  'ranking_mistakes.py': 'A Python program with mistakes',
  'sparsecore_two_towers.py': 'A program with Keras RS',
  'sparsecore_mistakes.py': 'A program with Keras RS, with mistakes',
  'two_towers.py': 'Two towers in Python',
  [OWN.textproto]: 'Your own configuration',
  [OWN.python]: 'Your own program',
  [LINK]: 'The text of a link',
};

/** Registers what hears of failures and their reasons, those from before included. */
export type OnFailure = (hear: (reason: string) => void) => void;

/** Milliseconds: longer than the gap between two keystrokes, yet hardly noticeable. */
const PAUSE_MS = 120;

/** `onFailure` hears of each failure of the server. */
export async function showPage(worker: Worker, onFailure: OnFailure): Promise<void> {
  bindTheme();
  const status = one('[role=status]');
  const say = (sentence: string) => {
    status.textContent = sentence;
  };
  /** The button is the only way to undo without a keyboard. */
  const sayDone = (sentence: string) => status.replaceChildren(sentence, ' ', button('Undo', takeBack));
  const given = await contentOfLink(say);
  let settings = given?.settings ?? savedSettings();
  let draft: Draft = given
    ? { id: LINK, original: given, text: given.text, fragment: location.hash.slice(1) }
    : await lastDraft();
  let isSaved = true;
  let findings: readonly Finding[] = [];
  /** The text that the findings refer to. */
  let foundIn: Text | undefined;
  let revision = 0;
  let isAsked = false;
  let hasAnswers = false;

  const server = new LanguageServer(worker, settings);
  onFailure((reason) => say(`The language server failed: ${reason}. Reload the page to start it again.`));
  const place = one('.editor');
  place.replaceChildren();
  const editor = new Editor(place, server, {
    changed,
    replacing,
    moved: () => preview.moved(),
    fixWanted,
  });
  const panels = (name: TabName) => one(`#panel-${name}`);
  const preview = new PreviewPane(panels('preview'), editor, server);
  const panes: Partial<Record<TabName, Pane>> = {
    preview,
    describe: describePane(panels('describe'), editor, server),
    plan: planPane(panels('plan'), editor, server),
  };
  const tabs = new Tabs((name) => void panes[name]?.show());
  const refreshed = debounced(() => {
    saveText();
    void refresh();
  }, PAUSE_MS);

  function changed(changes?: ChangeDesc): void {
    revision++;
    preview.changed(changes);
    if (changes) {
      isSaved = false;
      say('');
      leaveLink();
    }
    // The first text is checked at once.
    if (isAsked) refreshed();
    else void refresh();
    isAsked = true;
  }

  function saveText(): void {
    const { doc } = editor.view.state;
    reset.disabled = doc.eq(editor.view.state.toText(draft.original.text));
    if (isSaved) return;
    isSaved = true;
    if (!saveDraft(draft, reset.disabled ? draft.original.text : editor.text))
      say('This browser cannot store the text: share it as a link before you leave.');
  }

  /** The address contains the link until its text is edited; going back opens it again. */
  function leaveLink(): void {
    if (!location.hash) return;
    history.pushState(null, '', location.pathname + location.search);
    saveSettings(settings);
  }

  async function refresh(): Promise<void> {
    const asked = ++revision;
    const { doc } = editor.view.state;
    const { uri } = editor;
    const isOutdated = () => revision !== asked;
    const found = await findingsIn(server, uri, doc);
    if (!found || isOutdated()) return;
    editor.mark(found, apply);
    if (found.length > 0) markOnce('squiggle');
    const fixable = found.length > 0 ? await withFixes(server, uri, doc, found) : found;
    const calmWords = found.length > 0 ? '' : await calmWordsOf(server, uri);
    if (isOutdated()) return;
    findings = fixable;
    foundIn = doc;
    if (found.length > 0) editor.mark(findings, apply);
    showProblems(calmWords);
    await Promise.all([panes[tabs.shown]?.show(), colourByMeaning(editor.view, uri, server)]);
    if (!hasAnswers) fetchAhead();
    hasAnswers = true;
  }

  function showProblems(calmWords: string): void {
    const act = { jump: ({ from, to }: Finding) => editor.jump(from, to), apply };
    panels('problems').replaceChildren(problemList(findings, calmWords, editor.view.state.doc, act));
    one('.count').textContent = String(findings.length || '');
  }

  function apply(fix: Fix): void {
    if (foundIn !== editor.view.state.doc) return say('The text has changed. Look at the problem again.');
    editor.change(fix.changes);
    editor.focus();
    sayDone(`Done: ${fix.title}.`);
  }

  function takeBack(): void {
    undo(editor.view);
    editor.focus();
  }

  function fixWanted(): true {
    const { state } = editor.view;
    const { head } = state.selection.main;
    const line = state.doc.lineAt(head);
    const touching = (from: number, to: number) => (finding: Finding) =>
      finding.from <= to && finding.to >= from;
    const near = findings.filter(touching(line.from, line.to));
    const exact = near.filter(touching(head, head));
    const fixes = (exact.length > 0 ? exact : near).flatMap((finding) => finding.fixes);
    const [fix = fixes[0], ...others] = fixes.filter(({ isSilencing }) => !isSilencing);
    if (!fix) say('This line has no automatic fix.');
    else if (!fix.isSilencing && others.length === 0) apply(fix);
    else {
      tabs.show('problems');
      const buttons = [...document.querySelectorAll<HTMLInputElement>('.means input')];
      buttons.find(({ value }) => value === labelOf(fix))?.focus();
    }
    return true;
  }

  const examples = one<HTMLSelectElement>('[data-testid=examples]');
  const reset = one<HTMLButtonElement>('[data-testid=reset]');
  const ids = draft.id === LINK || isLinkStored() ? [LINK, ...IDS] : IDS;
  examples.append(...ids.map((id) => new Option(TITLES[id] ?? id, id)));
  function open(chosen: Draft): void {
    draft = chosen;
    const { name } = draft.original;
    const isPython = languageOf(name) === 'python';
    examples.value = draft.id;
    editor.open(name, draft.text);
    saveText();
    const format = one<HTMLButtonElement>('[data-testid=format]');
    format.disabled = isPython;
    format.title = isPython ? 'Python is formatted by its own tools' : 'Shift+Alt+F';
    one('#tab-describe').textContent = isPython ? 'Configuration' : 'Describe';
  }
  async function choose(id: string): Promise<boolean> {
    saveDraft(draft, editor.text);
    leaveLink();
    const chosen = await draftOf(id).catch(() => undefined);
    if (!chosen) {
      examples.value = draft.id;
      say(`${TITLES[id]} cannot be loaded. Is the server still running?`);
      return false;
    }
    saveDraft(chosen, chosen.text);
    open(chosen);
    say('');
    return true;
  }

  /** A pasted text in the other language goes to a draft of its own. */
  function replacing(text: string): boolean {
    const language = languageSeenIn(text);
    if (!language || language === languageOf(editor.name)) return false;
    void choose(OWN[language]).then((isThere) => isThere && editor.replace(text));
    return true;
  }

  examples.addEventListener('change', () => void choose(examples.value));
  reset.addEventListener('click', () => {
    editor.replace(draft.original.text);
    sayDone('The original text is back.');
  });
  addEventListener('pagehide', saveText);

  one('[data-testid=format]').addEventListener('click', () => {
    formatDocument(editor.view);
    editor.focus();
  });
  one('[data-testid=share]').addEventListener('click', async () => {
    const { name, text } = editor;
    history.replaceState(null, '', `#${await toFragment({ name, text, settings })}`);
    try {
      await navigator.clipboard.writeText(location.href);
      say('Link copied. It holds the text itself.');
    } catch {
      say('The address of this page is now a link to this text: copy it from there.');
    }
  });
  bindSettings(settings, (chosen) => {
    settings = chosen;
    saveSettings(settings);
    server.configure(chosen);
    void refresh();
  });
  const toHtml = (markdown: string) =>
    LSPPlugin.get(editor.view)!.docToHTML({ kind: 'markdown', value: markdown });
  explainRules(server, toHtml);
  explainFailures(server, toHtml);
  // Reload, so that the settings of the link apply from the start.
  addEventListener('hashchange', async () => {
    if (!location.hash || (await contentOfLink(say))) location.reload();
  });

  open(draft);
}

/** Reads the content from the page's address; tells the user if it is unreadable. */
async function contentOfLink(say: (sentence: string) => void): Promise<Content | undefined> {
  const fragment = location.hash.slice(1);
  if (!fragment) return undefined;
  try {
    return await fromFragment(fragment);
  } catch {
    say(
      'The link is cut off or was not made here, so an example is shown. Copy the whole link and try again.',
    );
    return undefined;
  }
}

/** Has the browser store what the server loads with the first program. */
function fetchAhead(): void {
  fetch('programs.js', { priority: 'low' })
    .then((response) => response.arrayBuffer())
    // The server asks for it again, and tells why it gets none.
    .catch(() => {});
}

/** Tests measure the time until something is shown. */
function markOnce(name: string): void {
  if (performance.getEntriesByName(name).length === 0) requestAnimationFrame(() => performance.mark(name));
}

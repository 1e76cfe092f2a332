// The editor: CodeMirror with features from the language server.
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { formatKeymap, hoverTooltips, signatureHelp } from '@codemirror/lsp-client';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { type ChangeDesc, EditorSelection, EditorState } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { completionOf } from './completion';
import { el, withCode } from './dom';
import { type Finding, type Fix, labelOf } from './findings';
import type { LanguageServer } from './language-server';
import { highlightStyle, languageOf, supportOf } from './languages';
import { RULE_PAGES } from './sanitize';
import { coloursByMeaning } from './semantic-highlighting';

interface EditorEvents {
  /** The text changed; `changes` is absent if another text was opened. */
  changed(changes?: ChangeDesc): void;
  /** A pasted text replaces the whole text. Returns whether the text goes elsewhere. */
  replacing(text: string): boolean;
  /** The cursor moved. */
  moved(): void;
  /** The user asked for a fix at the cursor; always true, because the key has no other meaning. */
  fixWanted(): true;
}

/** The name that the policy in index.html allows for the editor's styles. */
const NONCE = 'editor';

export class Editor {
  readonly view: EditorView;
  /** File name of the text. */
  name = '';
  uri = '';

  constructor(
    parent: HTMLElement,
    private readonly server: LanguageServer,
    private readonly events: EditorEvents,
  ) {
    this.view = new EditorView({ parent, extensions: EditorView.cspNonce.of(NONCE) });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Opens another text with an undo history of its own. */
  open(name: string, text: string): void {
    const { server, events } = this;
    const language = languageOf(name);
    this.name = name;
    this.uri = `playground:/${name}`;
    const state = EditorState.create({
      doc: text,
      extensions: [
        EditorView.cspNonce.of(NONCE),
        keymap.of([
          { key: 'Mod-.', run: () => events.fixWanted() },
          ...closeBracketsKeymap,
          ...defaultKeymap,
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...formatKeymap,
        ]),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of(language === 'python' ? '    ' : '  '),
        bracketMatching(),
        closeBrackets(),
        autocompletion({ override: [completionOf(server)] }),
        highlightActiveLine(),
        highlightSelectionMatches(),
        search({ top: true }),
        supportOf(language),
        syntaxHighlighting(highlightStyle),
        coloursByMeaning,
        EditorView.contentAttributes.of({ 'aria-label': `Text of ${name}`, tabindex: '0' }),
        EditorView.domEventHandlers({
          paste: ({ clipboardData }, { state: { doc, selection } }) => {
            const { from, to } = selection.main;
            const pasted = clipboardData?.getData('text/plain');
            return !!pasted && to - from === doc.length && events.replacing(pasted);
          },
        }),
        EditorView.updateListener.of(({ docChanged, selectionSet, changes }) => {
          if (docChanged) events.changed(changes);
          if (selectionSet) events.moved();
        }),
        server.client.plugin(this.uri, language),
        hoverTooltips(),
        signatureHelp(),
      ],
    });
    this.view.setState(state);
    events.changed();
  }

  /** Underlines findings; hovering shows their messages. */
  mark(findings: readonly Finding[], apply: (fix: Fix) => void): void {
    const diagnostics = findings.map(({ from, to, severity, message, code, fixes }) => ({
      from,
      to,
      severity,
      message,
      renderMessage: () => el('span', 'finding', withCode(message), ' ', ruleLink(code)),
      actions: fixes
        .filter(({ isSilencing }) => !isSilencing)
        .map((fix) => ({ name: labelOf(fix), apply: () => apply(fix) })),
    }));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Selects a range and scrolls to it. */
  jump(from: number, to: number): void {
    const { length } = this.view.state.doc;
    this.view.dispatch({
      selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
      effects: EditorView.scrollIntoView(
        EditorSelection.range(Math.min(from, length), Math.min(to, length)),
        { y: 'center' },
      ),
    });
    this.focus();
  }

  /** Applies changes and moves the cursor to the first inserted text. */
  change(changes: Fix['changes']): void {
    const set = this.view.state.changes(changes);
    const anchor = set.mapPos(changes[0]?.to ?? 0, 1);
    this.view.dispatch({ changes: set, selection: { anchor }, scrollIntoView: true, userEvent: 'input' });
  }

  /** Replaces the whole text; the user can undo that. */
  replace(text: string): void {
    this.change([{ from: 0, to: this.view.state.doc.length, insert: text }]);
    this.jump(0, 0);
  }

  /** Not on touch screens, where the keyboard would cover half of the page. */
  focus(): void {
    if (!matchMedia('(pointer: coarse)').matches) this.view.focus();
  }
}

/** A link to the page of a rule. */
export function ruleLink(code: string): HTMLAnchorElement {
  const link = el('a', 'rule', code);
  link.href = `${RULE_PAGES}/${code}.md`;
  return link;
}

// The tab with the optimizer preview. It shows the page of VS Code's panel in a frame and answers its requests.
import { isolateHistory, redo, undo } from '@codemirror/commands';
import type { ChangeDesc, Text } from '@codemirror/state';
import { type FromPage, isFromPage, type OptimizerSource, type ToPage } from '../client/messages/messages';
import { contentOf, download } from '../client/webview/standalone';
import type { ValueChange } from '../server/src/configuration/value-change';
import type {
  OptimizerAtPlace,
  OptimizerEditResult,
  PlannedConfiguration,
  Position,
} from '../server/src/languages/protocol';
import type { Pane } from './answers';
import { debounced, el } from './dom';
import type { Editor } from './editor';
import { changesOf, offsetAt } from './findings';
import { type LanguageServer, PREVIEW_COMMAND } from './language-server';

/** The current place of an optimizer; its key stays the same when edits move it. */
interface TrackedPlace {
  offset: number;
  key: string;
}

interface Lens {
  command?: { command: string; arguments?: [string, Position] };
}

const CHANGED = 'The text changed in the meantime. Look at the values again, then apply.';
const NOTHING =
  'There is no optimizer at the cursor. Put the cursor into optimization_parameters or the call of an optimizer.';

export class PreviewPane implements Pane {
  private frame: HTMLIFrameElement | undefined;
  private isReady = false;
  private isPinned = false;
  private wantsSizes = false;
  private revision = 0;
  private known: TrackedPlace[] = [];
  private place: TrackedPlace = newPlace(0);
  private shown:
    | { revision: number; place: OptimizerAtPlace; source: OptimizerSource; doc: Text }
    | undefined;
  private sizes: { revision: number; configurations: PlannedConfiguration[]; doc: Text } | undefined;
  private latest: ToPage | undefined;
  private readonly follow = debounced(() => this.followCursor(), 120);

  constructor(
    private readonly panel: HTMLElement,
    private readonly editor: Editor,
    private readonly server: LanguageServer,
  ) {
    addEventListener('message', ({ source, data }) => {
      if (this.frame && source === this.frame.contentWindow && isFromPage(data)) void this.receive(data);
    });
  }

  /** Shows the current text. */
  async show(): Promise<void> {
    if (!this.frame) {
      this.frame = el('iframe', '');
      this.frame.title = 'Optimizer preview';
      this.frame.src = 'preview/index.html';
      this.panel.append(this.frame);
      this.place = newPlace(this.editor.view.state.selection.main.head);
    }
    await this.ask();
  }

  /** The text changed; undefined if it was replaced by another one. */
  changed(changes: ChangeDesc | undefined): void {
    // Pending answers refer to places in the old text.
    this.revision++;
    if (!changes) {
      this.known = [];
      this.place = newPlace(0);
      this.shown = undefined;
    }
    if (changes)
      for (const place of new Set([this.place, ...this.known]))
        place.offset = changes.mapPos(place.offset, 1);
  }

  moved(): void {
    if (this.frame && !this.isPinned) this.follow();
  }

  private followCursor(): void {
    const { doc, selection } = this.editor.view.state;
    const { head } = selection.main;
    const range = this.shown?.doc === doc ? this.shown.place.range : undefined;
    if (range && offsetAt(doc, range.start) <= head && head <= offsetAt(doc, range.end)) return;
    void this.ask(head);
  }

  /** Asks the server about the preview's place. If `other` is given and has an optimizer, the preview moves there. */
  private async ask(other?: number): Promise<void> {
    const revision = ++this.revision;
    const { doc } = this.editor.view.state;
    const at = (offset: number) =>
      this.request<OptimizerAtPlace>('optimizerAt', { position: positionOf(doc, offset) });
    let place = await at(other ?? this.place.offset);
    if (!place && other === undefined) {
      const first = await this.firstOptimizer();
      place = first && (await at(offsetAt(doc, first)));
    }
    if (revision !== this.revision) return;
    if (!place && other !== undefined) return this.ask();
    void this.tellSizes();
    if (!place) {
      this.shown = undefined;
      return this.send({ kind: 'nothing', revision, pinned: this.isPinned, reason: NOTHING });
    }
    this.moveTo(offsetAt(doc, place.range.start), other !== undefined);
    const source = this.source(doc);
    const isSame = this.shown && asText(this.shown.place, this.shown.source) === asText(place, source);
    this.shown = { revision: isSame ? this.shown!.revision : revision, place, source, doc };
    if (!isSame) this.send({ kind: 'show', revision, pinned: this.isPinned, source, place });
  }

  /** Stores the optimizer's start as the place: edits inside the optimizer do not move it. */
  private moveTo(offset: number, mayBeAnother: boolean): void {
    const known = this.known.find((place) => place.offset === offset);
    if (known) this.place = known;
    else if (mayBeAnother || !this.known.includes(this.place)) {
      this.place = newPlace(offset);
      this.known.push(this.place);
    } else this.place.offset = offset;
  }

  private async firstOptimizer(): Promise<Position | undefined> {
    const { uri } = this.editor;
    const lenses = await this.server.ask<Lens[]>('textDocument/codeLens', { textDocument: { uri } });
    return lenses?.find(({ command }) => command?.command === PREVIEW_COMMAND)?.command?.arguments?.[1];
  }

  private source(doc: Text): OptimizerSource {
    const { offset, key } = this.place;
    const { uri, name } = this.editor;
    return { uri, position: positionOf(doc, offset), file: name, key };
  }

  private request<Result>(method: string, params: object): Promise<Result | undefined> {
    return this.server.ask<Result>(`tpuEmbedding/${method}`, { uri: this.editor.uri, ...params });
  }

  /** Only a page that is ready receives messages, so the last one is kept for one that is not. */
  private send(message: ToPage): void {
    this.latest = message;
    if (this.isReady) this.post(message);
  }

  private post(message: ToPage): void {
    this.frame?.contentWindow?.postMessage(message, location.origin);
  }

  private async tellSizes(): Promise<void> {
    if (!this.wantsSizes) return;
    const { doc } = this.editor.view.state;
    const configurations = (await this.request<PlannedConfiguration[]>('plan', {})) ?? [];
    if (doc !== this.editor.view.state.doc) return;
    const revision = (this.sizes?.revision ?? 0) + 1;
    this.sizes = { revision, configurations, doc };
    this.post({ kind: 'sizes', revision, file: this.editor.name, configurations });
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.kind) {
      case 'ready':
        this.isReady = true;
        if (this.latest) this.post(this.latest);
        return;
      case 'page':
        this.wantsSizes = message.page === 'memory';
        return this.tellSizes();
      case 'pin':
        this.isPinned = message.pinned;
        return;
      case 'reveal':
        return this.editor.jump(this.place.offset, this.place.offset);
      default:
        this.post(await this.done(message));
    }
  }

  /** Handles a request; returns the problem, if there is one. */
  private async done(message: Extract<FromPage, { request: number }>): Promise<ToPage> {
    const problem = await this.problemOf(message).catch((error: unknown) => String(error));
    return { kind: 'done', request: message.request, ...(problem !== undefined && { problem }) };
  }

  private async problemOf(message: Extract<FromPage, { request: number }>): Promise<string | undefined> {
    const { view } = this.editor;
    switch (message.kind) {
      case 'apply':
        return this.apply(message.revision, message.changes);
      case 'write':
        return this.write(message.revision, message.index, message.changes);
      case 'undo':
        return undo(view) ? undefined : 'There is nothing to undo.';
      case 'redo':
        return redo(view) ? undefined : 'There is nothing to redo.';
      case 'copy':
        await navigator.clipboard.writeText(message.text);
        return undefined;
      case 'save':
        download(`preview.${message.format}`, contentOf(message));
        return undefined;
    }
  }

  private async apply(revision: number, changes: ValueChange[]): Promise<string | undefined> {
    if (this.shown?.doc !== this.editor.view.state.doc) await this.ask();
    const { shown } = this;
    if (shown?.revision !== revision) return CHANGED;
    const position = positionOf(shown.doc, this.place.offset);
    const { version } = shown.place;
    return this.take(shown.doc, await this.request('optimizerEdit', { position, version, changes }));
  }

  private async write(revision: number, index: number, changes: ValueChange[]): Promise<string | undefined> {
    const { sizes } = this;
    const version = sizes?.configurations[index]?.version;
    if (!sizes || version === undefined || sizes.revision !== revision) return CHANGED;
    return this.take(sizes.doc, await this.request('planEdit', { version, index, changes }));
  }

  /** Applies the edits that the server answered with. */
  private take(doc: Text, result: OptimizerEditResult | undefined): string | undefined {
    if (!result) return 'The language server has no answer, so nothing was written.';
    if ('reason' in result) return result.reason;
    const { view } = this.editor;
    if (doc !== view.state.doc) return CHANGED;
    view.dispatch({ changes: changesOf(doc, result.edits), annotations: isolateHistory.of('full') });
    return undefined;
  }
}

let places = 0;

/** Unique keys, because the page keeps its state over a reload, when the text may be another one. */
const newPlace = (offset: number): TrackedPlace => ({ offset, key: `${performance.timeOrigin}-${++places}` });

function positionOf(doc: Text, offset: number): Position {
  const { number, from } = doc.lineAt(Math.min(offset, doc.length));
  return { line: number - 1, character: Math.min(offset, doc.length) - from };
}

/** All data except the version: if it is equal, the page need not update. */
const asText = (place: OptimizerAtPlace, source: OptimizerSource) =>
  JSON.stringify({ ...place, version: 0, source });

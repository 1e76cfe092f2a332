// Answers the preview's page in the output cell of a notebook, from what was known when the cell ran.
import documentation from 'tpu-embedding:optimizer-documentation';
import type { OptimizerAtPlace, PlannedConfiguration } from '../../../server/src/languages/protocol';
import { type FromPage, isFromPage, type OptimizerSource, type ToPage } from '../../messages/messages';
import { contentOf, download, showTheme } from '../standalone';
import { callText, type Template } from './call-text';

/** What the notebook's kernel puts into the page. */
interface Known {
  readonly source: OptimizerSource;
  readonly place: OptimizerAtPlace;
  readonly configurations: PlannedConfiguration[];
  /** The cell with the call. */
  readonly text: string;
  readonly templates: readonly Template[];
}

const REVISION = 1;
const known = JSON.parse(document.getElementById('known')!.textContent!) as Known;

Object.assign(globalThis, {
  documentation,
  acquireVsCodeApi: () => ({
    postMessage: (message: FromPage) => isFromPage(message) && void answer(message),
    // A sandboxed page has no storage.
    getState() {},
    setState() {},
  }),
});

const send = (message: ToPage) => postMessage(message, '*');

function answer(message: FromPage): void {
  const { source, place, configurations } = known;
  switch (message.kind) {
    case 'ready':
      return send({ kind: 'show', revision: REVISION, pinned: true, source, place });
    case 'page':
      if (message.page === 'memory')
        send({ kind: 'sizes', revision: REVISION, file: source.file, configurations });
      return;
    case 'pin':
    case 'reveal':
      return;
    default: {
      const problem = done(message);
      return send({ kind: 'done', request: message.request, ...(problem !== undefined && { problem }) });
    }
  }
}

/** Does what a request asks for; else what is to be done instead. */
function done(message: Extract<FromPage, { request: number }>): string | undefined {
  switch (message.kind) {
    case 'apply': {
      const text = callText(known.text, known.place.range, known.templates, message.changes);
      if (text === undefined) return 'This value has no simple form: write it into the call by hand.';
      copy(text);
      return 'Copied the call with these values. Paste it over the one in the cell.';
    }
    case 'write':
      return 'A page in an output cell cannot write: change the sizes in the cell.';
    case 'undo':
    case 'redo':
      return 'Nothing was written.';
    case 'copy':
      copy(message.text);
      return undefined;
    case 'save':
      download(`preview.${message.format}`, contentOf(message));
      return undefined;
  }
}

/** Without the clipboard's own interface, which a sandboxed page may not use. */
function copy(text: string): void {
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}

/** The notebook's page says which theme it has; until then it is the browser's. */
const adopt = (isDark: boolean) => showTheme(isDark ? 'dark' : 'light');
adopt(matchMedia('(prefers-color-scheme: dark)').matches);
addEventListener('message', ({ data }) => {
  if (typeof data?.isDark === 'boolean') adopt(data.isDark);
});

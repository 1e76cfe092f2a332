// Drafts: each example, the user's own texts and the last link, with the user's changes.
import { type Content, fromFragment, type Settings, settingsFrom } from './content';
import first from './first.textproto';
import type { LanguageId } from './languages';
import { forget, store, stored } from './storage';

export interface Draft {
  /** An example's file name, or `LINK`. */
  id: string;
  /** The text before the user's changes. */
  original: Pick<Content, 'name' | 'text'>;
  text: string;
  /** The fragment of the link. */
  fragment?: string;
}

export const LINK = 'link';
const FIRST = 'first.textproto';
/** File names of the user's own texts, which start empty. */
export const OWN: Readonly<Record<LanguageId, string>> = {
  textproto: 'configuration.textproto',
  python: 'program.py',
};
/** Names of the first example, the other examples, and the user's own texts. */
export const IDS: readonly string[] = [FIRST, ...EXAMPLES, ...Object.values(OWN)];

const LAST = 'last';
const SETTINGS = 'settings';
const draftKey = (id: string) => `text of ${id}`;

/** The draft as the user left it; fails if the example cannot be loaded, or no link is stored. */
export async function draftOf(id: string): Promise<Draft> {
  const text = stored(draftKey(id));
  if (id !== LINK) {
    const original = { name: id, text: await textOfExample(id) };
    return { id, original, text: text ?? original.text };
  }
  const fragment = stored(LINK) ?? '';
  const original = await fromFragment(fragment);
  return { id, original, text: text ?? original.text, fragment };
}

export const isLinkStored = () => stored(LINK) !== undefined;

/** The last draft, or the first example. */
export async function lastDraft(): Promise<Draft> {
  const id = stored(LAST);
  const known = id === LINK || IDS.includes(id ?? '');
  return draftOf(known ? id! : FIRST).catch(() => draftOf(FIRST));
}

/** False if the browser does not store it. */
export function saveDraft({ id, original, fragment }: Draft, text: string): boolean {
  store(LAST, id);
  if (fragment !== undefined) store(LINK, fragment);
  if (text !== original.text) return store(draftKey(id), text);
  forget(draftKey(id));
  return true;
}

export const saveSettings = (settings: Settings) => store(SETTINGS, JSON.stringify(settings));

export function savedSettings(): Settings {
  try {
    return settingsFrom(JSON.parse(stored(SETTINGS) ?? '{}'));
  } catch {
    return {};
  }
}

async function textOfExample(name: string): Promise<string> {
  if (name === FIRST) return first;
  if (Object.values(OWN).includes(name)) return '';
  const response = await fetch(`examples/${name}`);
  if (!response.ok) throw new Error(response.statusText);
  return response.text();
}

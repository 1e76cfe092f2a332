// The texts that a person works on: each example and the last link, with what was written into them.
import { type Content, fromFragment, type Settings } from './content';
import first from './first.textproto';
import { forget, keep, kept } from './kept';
import type { LanguageId } from './languages';

export interface Draft {
  /** An example's file name, or `LINK`. */
  id: string;
  /** What there was before anything was written. */
  original: Pick<Content, 'name' | 'text'>;
  text: string;
  /** The link's. */
  fragment?: string;
}

export const LINK = 'link';
const FIRST = 'first.textproto';
/** What a person begins with nothing, in each language. */
export const OWN: Readonly<Record<LanguageId, string>> = {
  textproto: 'configuration.textproto',
  python: 'program.py',
};
/** Of examples, and of what is one's own, by their files' names. */
export const IDS: readonly string[] = [FIRST, ...EXAMPLES, ...Object.values(OWN)];

const LAST = 'last';
const SETTINGS = 'settings';
const keyOf = (id: string) => `text of ${id}`;

/** As it was left; fails where the example cannot be had, or where no link is kept. */
export async function draftOf(id: string): Promise<Draft> {
  const text = kept(keyOf(id));
  if (id !== LINK) {
    const original = { name: id, text: await textOfExample(id) };
    return { id, original, text: text ?? original.text };
  }
  const fragment = kept(LINK) ?? '';
  const original = await fromFragment(fragment);
  return { id, original, text: text ?? original.text, fragment };
}

export const isLinkKept = () => kept(LINK) !== undefined;

/** What was worked on last, or else what everybody sees first. */
export async function lastDraft(): Promise<Draft> {
  const id = kept(LAST);
  const known = id === LINK || IDS.includes(id ?? '');
  return draftOf(known ? id! : FIRST).catch(() => draftOf(FIRST));
}

/** False where the browser does not keep it. */
export function keepDraft({ id, original, fragment }: Draft, text: string): boolean {
  keep(LAST, id);
  if (fragment !== undefined) keep(LINK, fragment);
  if (text !== original.text) return keep(keyOf(id), text);
  forget(keyOf(id));
  return true;
}

export const keepSettings = (settings: Settings) => keep(SETTINGS, JSON.stringify(settings));

/** The server reads their values with care. */
export function keptSettings(): Settings {
  try {
    const settings: unknown = JSON.parse(kept(SETTINGS) ?? '{}');
    return settings instanceof Object ? settings : {};
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

// The page's content, and its form in a link.
import { decodeBase64, encodeBase64 } from '../server/src/basics/base64';

export const COUNTS = ['numHosts', 'numReplicas', 'perReplicaBatchSize'] as const;

/** The user's facts about the program's TPU and TensorFlow; absent values are unknown. */
export interface Settings {
  tensorflowVersion?: string;
  derive?: { [Name in (typeof COUNTS)[number]]?: number };
}

export interface Content {
  /** A file name; its extension decides the language. */
  name: string;
  text: string;
  settings: Settings;
}

/** The largest content unpacked from a link, in bytes of JSON. */
const MOST_BYTES = 4 * 1024 * 1024;

/** The content as the fragment of a link: JSON, deflated, in URL-safe base64. */
export async function toFragment(content: Content): Promise<string> {
  const packed = new Blob([JSON.stringify(content)])
    .stream()
    .pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Throws if the fragment is truncated or was not made by `toFragment`. */
export async function fromFragment(fragment: string): Promise<Content> {
  const bytes = decodeBase64(fragment);
  if (!bytes) throw new Error('The link holds something else.');
  const json = await unpacked(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')));
  const content: unknown = JSON.parse(json);
  if (!isContent(content)) throw new Error('The link holds something else.');
  const { name, text, settings } = content;
  return { name, text, settings: settingsFrom(settings) };
}

/** Only the settings that the page shows, so that a link changes nothing unseen. The server validates their values. */
export function settingsFrom(value: unknown): Settings {
  const { tensorflowVersion, derive } = isObject(value) ? value : {};
  const counts = isObject(derive) ? COUNTS.map((name) => [name, derive[name]]) : [];
  return {
    ...(typeof tensorflowVersion === 'string' && { tensorflowVersion }),
    ...(isObject(derive) && {
      derive: Object.fromEntries(counts.filter(([, count]) => typeof count === 'number')),
    }),
  };
}

async function unpacked(stream: ReadableStream<Uint8Array>): Promise<string> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let total = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    total += value.length;
    if (total > MOST_BYTES) {
      await reader.cancel();
      throw new Error('The link holds too much.');
    }
    text += decoder.decode(value, { stream: true });
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isContent = (value: unknown): value is Content =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  /^[\w.-]{1,80}$/.test(value['name']) &&
  typeof value['text'] === 'string' &&
  isObject(value['settings']);

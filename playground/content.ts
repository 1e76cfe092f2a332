// The page's content, and its form in a link.
import { decodeBase64, encodeBase64 } from '../server/src/basics/base64';

/** The user's facts about the program's TPU and TensorFlow; absent values are unknown. */
export interface Settings {
  tensorflowVersion?: string;
  derive?: { numHosts?: number; numReplicas?: number; perReplicaBatchSize?: number };
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
  return content;
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

/** Checks the settings only roughly: the server validates their values. */
const isContent = (value: unknown): value is Content =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  /^[\w.-]{1,80}$/.test(value['name']) &&
  typeof value['text'] === 'string' &&
  isObject(value['settings']);

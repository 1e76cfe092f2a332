import { isSameBytes } from '../../basics/bytes';
import type { Content } from '../forms/content';
import {
  certainConfigurationIn,
  configurationIn,
  isConfigurationType,
  MAX_CONFIGURATION,
} from './is-configuration';
import type { Field, Shape } from './shapes';
import type { Visitor } from './visitor';

/** A configuration and what holds it. */
export interface FoundConfiguration {
  /** The name of a node, after its function's name and `/` if it is in one; elsewhere, words in place of a node's name. */
  readonly node: string;
  readonly content: Content;
}

/** Receives problems of a file, as sentences. */
export type Tell = (problem: string) => void;

/** Names are shorter. */
const MAX_TEXT = 64 * 1024;

const isText = ({ name }: Field) => name !== 's' && name !== 'value' && name !== 'string_val';

/** A message that the scanner is in. A graph has millions, most of them with nothing of interest. */
class Frame {
  /** Strings by field, the last of each. */
  readonly texts = new Map<string, Uint8Array>();
  /** The value of an attribute or an Any. */
  bytes: Uint8Array | undefined;
  /** The attributes of a node that may be configurations. */
  readonly attributes: { readonly key: string; readonly bytes: Uint8Array }[] = [];
  /** The configurations in this message; its name may follow them in the file. */
  readonly found: FoundConfiguration[] = [];

  constructor(readonly shape: Shape) {}

  text(field: string): string {
    return decoder.decode(this.texts.get(field));
  }

  /** Whether this is a node of a graph: name and op have no control characters. */
  get isNode(): boolean {
    return ['name', 'op'].every((field) => {
      const text = this.texts.get(field);
      return text !== undefined && text.length > 0 && text.every((byte) => byte >= 0x20);
    });
  }

  add(content: Content | undefined): void {
    if (content) this.found.push({ node: '', content });
  }
}

/** The name of a node, made from the names in the messages that contain it. */
type Naming = (frame: Frame, inner: string) => string;
const NAMES: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  ['NodeDef', (frame) => frame.text('name')],
  ['FunctionDef', (frame, inner) => `${frame.text('name')}/${inner}`],
  ['SavedObjectGraph', () => 'object_graph_def'],
  ['CollectionEntry', (frame) => `collection_def[${frame.text('key')}]`],
]);

/** Collects the values that a scanner finds, and passes on each configuration once all names around it are known. */
export class Collector implements Visitor {
  /** Number of nodes with name and op; 0 means that the file is not a graph. */
  nodes = 0;
  private readonly frames: Frame[] = [];
  /** A cache of the last value, because most nodes of a graph hold the same. */
  private last: { readonly bytes: Uint8Array; readonly content: Content } | undefined;

  constructor(
    private readonly give: (found: FoundConfiguration) => void,
    private readonly tell: Tell,
  ) {}

  enter(shape: Shape): void {
    this.frames.push(new Frame(shape));
  }

  wants({ name }: Shape, field: Field, length: number): boolean {
    // The key comes first, but need not.
    const entry = name === 'AttrValue' ? this.frames.at(-2) : undefined;
    const key = entry?.texts.has('key') ? entry.text('key') : undefined;
    if (key !== undefined && !mayHoldConfiguration(key)) return false;
    if (length > MAX_CONFIGURATION && key !== undefined)
      this.tell(
        `The attribute ${key} of ${this.frames.at(-3)?.text('name')} is too large for a configuration.`,
      );
    return length <= (isText(field) ? MAX_TEXT : MAX_CONFIGURATION);
  }

  value({ name }: Shape, field: Field, bytes: Uint8Array): void {
    const frame = this.frames.at(-1)!;
    if (isText(field)) frame.texts.set(field.name, bytes);
    else if (name === 'TensorProto' || name === 'BytesList') frame.add(certainConfigurationIn(bytes));
    else frame.bytes = bytes;
  }

  leave({ name }: Shape): void {
    const frame = this.frames.pop()!;
    const parent = this.frames.at(-1);
    const { bytes } = frame;
    if (name === 'NodeDef') this.leaveNode(frame);
    // The function has the name of its signature.
    else if (name === 'OpDef') for (const [field, text] of frame.texts) parent?.texts.set(field, text);
    else if (bytes && parent && name === 'AttrValue') parent.bytes = bytes;
    else if (bytes && parent && name === 'AttrEntry')
      parent.attributes.push({ key: frame.text('key'), bytes });
    else if (bytes && name === 'Any' && isConfigurationType(frame.text('type_url')))
      frame.add(this.read(bytes));
    if (frame.found.length > 0) this.handOn(frame);
  }

  /** Moves to the enclosing messages, as long as they contribute to the name of the holder. */
  private handOn(frame: Frame): void {
    const naming = NAMES.get(frame.shape.name);
    const parent = this.frames.at(-1);
    const isNamed = !this.frames.some(({ shape }) => NAMES.has(shape.name));
    for (const { node, content } of frame.found) {
      const named = { node: naming ? naming(frame, node) : node, content };
      if (parent && !(naming && isNamed)) parent.found.push(named);
      else this.give(named);
    }
  }

  broken(offset: number, what: string): void {
    this.tell(`At byte ${offset}, ${what}.`);
  }

  private leaveNode(frame: Frame): void {
    if (!frame.isNode) return;
    this.nodes++;
    for (const { key, bytes } of frame.attributes) {
      const op = frame.text('op');
      if (bytes.length === 0 || !holdsConfiguration(op, key)) continue;
      const content = this.read(bytes);
      frame.add(content);
      if (!content)
        this.tell(
          `The attribute ${key} of ${frame.text('name')} (${op}) is no serialized TPUEmbeddingConfiguration.`,
        );
    }
  }

  private read(bytes: Uint8Array): Content | undefined {
    const { last } = this;
    if (last && isSameBytes(last.bytes, bytes)) return last.content;
    const content = configurationIn(bytes);
    if (content) this.last = { bytes, content };
    return content;
  }
}

const decoder = new TextDecoder();

/**
 * Whether an attribute of an op is a serialized TPUEmbeddingConfiguration. Ops that write and read embeddings, set up the
 * system or use deduplicated ids have one, also in other releases. A test compares this with TensorFlow's registry.
 */
export const holdsConfiguration = (op: string, attribute: string): boolean =>
  ATTRIBUTES.has(attribute) && /TPUEmbedding|DistributedTPU|DedupData/.test(op);

/** Other ops use the name `config` for settings of their own. */
const ATTRIBUTES: ReadonlySet<string> = new Set(['config', 'embedding_config', 'tpu_embedding_config']);

/** Whether an attribute may be a configuration, whatever its op. */
const mayHoldConfiguration = (attribute: string): boolean => ATTRIBUTES.has(attribute);

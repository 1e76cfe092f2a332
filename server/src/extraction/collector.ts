import type { Content } from '../forms/content';
import { holdsConfiguration, mayHoldConfiguration } from './holders';
import { certainConfigurationIn, configurationIn, isConfigurationType } from './judge';
import type { Field, Shape } from './shapes';
import type { Visitor } from './visitor';

/** A configuration and what holds it. */
export interface Found {
  /** The name of a node, behind that of its function and `/` where it is in one; elsewhere what stands for a node. */
  readonly node: string;
  readonly content: Content;
}

/** Takes what is wrong with a file, as a sentence. */
export type Tell = (problem: string) => void;

/** No configuration is larger, nor is a name. */
const MAX_VALUE = 64 * 1024 * 1024;
const MAX_TEXT = 64 * 1024;

const isText = ({ name }: Field) => name !== 's' && name !== 'value' && name !== 'string_val';

/** A message that the scanner is in. */
interface Frame {
  readonly shape: Shape;
  readonly texts: Map<string, string>;
  /** What an attribute or an Any holds. */
  bytes?: Uint8Array;
  /** Of a node, those that may be configurations. */
  readonly attributes: { readonly key: string; readonly bytes: Uint8Array }[];
  /** What is found in it: the scanner may come to the name later. */
  readonly found: Found[];
}

/** What stands for a node, by the names of the message around it. */
type Naming = (texts: ReadonlyMap<string, string>, inner: string) => string;
const NAMES: ReadonlyMap<string, Naming> = new Map<string, Naming>([
  ['NodeDef', (texts) => texts.get('name') ?? ''],
  ['FunctionDef', (texts, inner) => `${texts.get('name') ?? ''}/${inner}`],
  ['SavedObjectGraph', () => 'object_graph_def'],
  ['CollectionEntry', (texts) => `collection_def[${texts.get('key') ?? ''}]`],
]);

/** Puts together what a scanner comes by, and gives each configuration as soon as all names around it are known. */
export class Collector implements Visitor {
  /** Nodes with a name and an op, by which a file shows that it holds a graph. */
  nodes = 0;
  private readonly frames: Frame[] = [];
  /** What was read last: most nodes of a graph hold the same. */
  private last: { readonly bytes: Uint8Array; readonly content: Content } | undefined;

  constructor(
    private readonly give: (found: Found) => void,
    private readonly tell: Tell,
  ) {}

  enter(shape: Shape): void {
    this.frames.push({ shape, texts: new Map(), attributes: [], found: [] });
  }

  wants({ name }: Shape, field: Field, length: number): boolean {
    // The key comes first, but need not.
    const key = name === 'AttrValue' ? this.frames.at(-2)?.texts.get('key') : undefined;
    if (key !== undefined && !mayHoldConfiguration(key)) return false;
    if (length > MAX_VALUE && key !== undefined)
      this.tell(`The attribute ${key} of ${this.around('NodeDef')} is too large for a configuration.`);
    return length <= (isText(field) ? MAX_TEXT : MAX_VALUE);
  }

  value({ name }: Shape, field: Field, bytes: Uint8Array): void {
    const frame = this.frames.at(-1)!;
    if (isText(field)) frame.texts.set(field.name, decoder.decode(bytes));
    else if (name === 'TensorProto' || name === 'BytesList') this.found(frame, certainConfigurationIn(bytes));
    else frame.bytes = bytes;
  }

  leave({ name }: Shape): void {
    const frame = this.frames.pop()!;
    const { texts, bytes } = frame;
    const around = this.frames.at(-1);
    if (name === 'NodeDef') this.leaveNode(frame);
    else if (name === 'OpDef') around?.texts.set('name', texts.get('name') ?? '');
    else if (name === 'AttrValue' && around && bytes) around.bytes = bytes;
    else if (name === 'AttrEntry' && bytes) around?.attributes.push({ key: texts.get('key') ?? '', bytes });
    else if (name === 'Any' && bytes && isConfigurationType(texts.get('type_url') ?? ''))
      this.found(frame, this.read(bytes));
    const rename = NAMES.get(name);
    const outer = this.frames.findLast(({ shape }) => NAMES.has(shape.name));
    for (const { node, content } of frame.found) {
      const found = { node: rename ? rename(texts, node) : node, content };
      if (around && (outer || !rename)) around.found.push(found);
      else this.give(found);
    }
  }

  broken(offset: number, what: string): void {
    this.tell(`At byte ${offset}, ${what}.`);
  }

  private leaveNode(frame: Frame): void {
    const { texts, attributes } = frame;
    const name = texts.get('name') ?? '';
    const op = texts.get('op') ?? '';
    if (!isName(name) || !isName(op)) return;
    this.nodes++;
    for (const { key, bytes } of attributes) {
      if (bytes.length === 0 || !holdsConfiguration(op, key)) continue;
      const content = this.read(bytes);
      if (content) this.found(frame, content);
      else this.tell(`The attribute ${key} of ${name} (${op}) is no serialized TPUEmbeddingConfiguration.`);
    }
  }

  private read(bytes: Uint8Array): Content | undefined {
    const { last } = this;
    if (last && isSame(last.bytes, bytes)) return last.content;
    const content = configurationIn(bytes);
    if (content) this.last = { bytes, content };
    return content;
  }

  private found({ found }: Frame, content: Content | undefined): void {
    if (content) found.push({ node: '', content });
  }

  private around(name: string): string {
    return this.frames.findLast(({ shape }) => shape.name === name)?.texts.get('name') ?? name;
  }
}

const decoder = new TextDecoder();

/** Whether bytes that were read as a node may be its name or its op. */
const isName = (text: string): boolean => /^[^\p{Cc}\ufffd]+$/u.test(text);

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

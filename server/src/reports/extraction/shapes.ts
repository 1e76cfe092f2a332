/** A message that may contain a configuration, with only the fields that may lead to one. */
export interface Shape {
  readonly name: string;
  readonly byNumber: ReadonlyMap<number, Field>;
  readonly byName: ReadonlyMap<string, Field>;
}

export interface Field {
  readonly name: string;
  readonly number: number;
  /** Undefined for a string or bytes. */
  readonly shape: Shape | undefined;
}

/** A field a line: number, name, and the message in it. Maps are lists of entries with `key` and `value`, as in binary. */
const MESSAGES = {
  SavedModel: ['2 meta_graphs MetaGraphDef'],
  MetaGraphDef: [
    '2 graph_def GraphDef',
    '4 collection_def CollectionEntry',
    '7 object_graph_def SavedObjectGraph',
  ],
  GraphDef: ['1 node NodeDef', '2 library FunctionDefLibrary'],
  FunctionDefLibrary: ['1 function FunctionDef'],
  FunctionDef: ['1 signature OpDef', '3 node_def NodeDef'],
  OpDef: ['1 name'],
  NodeDef: ['1 name', '2 op', '5 attr AttrEntry'],
  AttrEntry: ['1 key', '2 value AttrValue'],
  AttrValue: ['2 s', '8 tensor TensorProto'],
  TensorProto: ['8 string_val'],
  CollectionEntry: ['1 key', '2 value CollectionDef'],
  CollectionDef: ['2 bytes_list BytesList', '5 any_list AnyList'],
  BytesList: ['1 value'],
  AnyList: ['1 value Any'],
  SavedObjectGraph: ['1 nodes SavedObject'],
  SavedObject: ['14 serialized_user_proto Any'],
  Any: ['1 type_url', '2 value'],
  // In a TensorBoard log, graphs are serialized in bytes fields.
  Event: ['4 graph_def GraphDef', '8 tagged_run_metadata TaggedRunMetadata', '9 meta_graph_def MetaGraphDef'],
  TaggedRunMetadata: ['2 run_metadata RunMetadata'],
  RunMetadata: ['3 partition_graphs GraphDef', '4 function_graphs FunctionGraphs'],
  FunctionGraphs: [
    '1 partition_graphs GraphDef',
    '2 pre_optimization_graph GraphDef',
    '3 post_optimization_graph GraphDef',
  ],
} as const;

export type ShapeName = keyof typeof MESSAGES;

const shapes = new Map<string, Shape>();

export function shapeOf(name: ShapeName): Shape {
  const known = shapes.get(name);
  if (known) return known;
  const fields = MESSAGES[name].map((line): Field => {
    const [number, field, message] = line.split(' ') as [string, string, ShapeName?];
    return { name: field, number: Number(number), shape: message && shapeOf(message) };
  });
  const shape: Shape = {
    name,
    byNumber: new Map(fields.map((field) => [field.number, field])),
    byName: new Map(fields.map((field) => [field.name, field])),
  };
  shapes.set(name, shape);
  return shape;
}

/** Messages that a binary file may hold. */
export const BINARY_ROOTS = ['SavedModel', 'MetaGraphDef', 'GraphDef'] as const;

/** The message of a text file: fields of all roots, which their names tell apart. */
export const TEXT_ROOT: Shape = {
  name: 'text',
  byNumber: new Map(),
  byName: new Map(BINARY_ROOTS.flatMap((name) => [...shapeOf(name).byName])),
};

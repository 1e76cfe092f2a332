import { builtin } from '../../server/src/schema/builtin';
import { combine, type FieldType, type MessageType, type Schema } from '../../server/src/schema/types';

/**
 * A message with features that TensorFlow's messages lack: required fields, extensions, Any, lists of strings.
 *
 * ```proto
 * syntax = "proto2";
 * package example;
 * message Point { required int32 x = 1; required int32 y = 2; }
 * message Event {
 *   repeated string tags = 1;
 *   optional Point origin = 2;
 *   optional google.protobuf.Any payload = 3;
 *   optional Event nested = 4;
 *   repeated Event parts = 5;
 *   optional uint32 count = 6;
 *   optional double ratio = 7;
 *   optional bytes data = 8;
 *   repeated bool flags = 9;
 *   extensions 100 to max;
 * }
 * extend Event { optional string note = 100; }
 * ```
 */
function createSchema(): Schema {
  const field = (name: string, kind: FieldType['kind'], more: Partial<FieldType> = {}): FieldType => ({
    name,
    number: 0,
    kind,
    repeated: false,
    required: false,
    presence: more.repeated !== true,
    deprecated: false,
    doc: '',
    recommended: false,
    ...more,
  });
  const message = (name: string, load: (self: MessageType) => FieldType[]): MessageType => {
    const self = { name, doc: '', open: false, reserved: new Set<string>() } as unknown as MessageType;
    const fields = load(self).map((f, i) => ({ ...f, number: i + 1 }));
    const fieldsByName = new Map(fields.map((f) => [f.name, f]));
    return Object.assign(self, { fields, fieldsByName, requiredFields: fields.filter((f) => f.required) });
  };
  const any = message('google.protobuf.Any', () => [field('type_url', 'string'), field('value', 'bytes')]);
  const point = message('example.Point', () => [
    field('x', 'int32', { required: true }),
    field('y', 'int32', { required: true }),
  ]);
  const event = message('example.Event', (self) => [
    field('tags', 'string', { repeated: true }),
    field('origin', 'message', { message: point }),
    field('payload', 'message', { message: any }),
    field('nested', 'message', { message: self }),
    field('parts', 'message', { message: self, repeated: true }),
    field('count', 'uint32'),
    field('ratio', 'double'),
    field('data', 'bytes'),
    field('flags', 'bool', { repeated: true }),
  ]);
  const note = field('example.note', 'string', { number: 100, extendee: 'example.Event' });
  const messages = new Map([any, point, event].map((m) => [m.name, m]));
  return {
    message: (name) => messages.get(name),
    extension: (name) => (name === note.name ? note : undefined),
    messageNames: messages.keys(),
  };
}

/** TensorFlow's messages and the example. */
export const schema: Schema = combine(builtin, createSchema());

import schema from 'tpu-embedding:schema';
import { lazy } from '../../basics/once';
import given from './message-members.json';
import { pythonName } from './messages';

/** All members of a module, a message class or an enum, by its name. */
const membersByPath = lazy(() => {
  const found = new Map<string, Set<string>>();
  const add = (path: string, names: Iterable<string>) => {
    const known = found.get(path);
    if (known) for (const name of names) known.add(name);
    else found.set(path, new Set(names));
  };
  const declare = (id: string) => add(id.slice(0, id.lastIndexOf('.')), [id.slice(id.lastIndexOf('.') + 1)]);
  for (const { name, fields, reserved, open, location } of schema.messages) {
    const id = pythonName(name, location.file);
    if (id === undefined || open) continue;
    declare(id);
    add(id, given.message);
    // Earlier releases of TensorFlow have number constants for removed fields.
    for (const field of [...fields.map((field) => field.name), ...reserved])
      add(id, [field, `${field.toUpperCase()}_FIELD_NUMBER`]);
  }
  for (const { name, values, location } of schema.enums) {
    const id = pythonName(name, location.file);
    if (id === undefined) continue;
    const names = values.map((value) => value.name);
    declare(id);
    add(id, [...given.enum, ...names]);
    add(id.slice(0, id.lastIndexOf('.')), names);
  }
  for (const [path, names] of found) if (path.endsWith('_pb2')) names.add('DESCRIPTOR');
  return found;
});

/** The members of a module of messages, a message class or an enum; for a class, also those of its objects. */
export function messageMembers(path: string): ReadonlySet<string> | undefined {
  return path.startsWith('tensorflow.') ? membersByPath().get(path) : undefined;
}

/** Message classes in a module or class that have a member which the module or class itself does not have. */
export function ownersBelow(path: string, name: string): readonly string[] {
  return [...membersByPath()].flatMap(([owner, names]) =>
    owner.startsWith(`${path}.`) && names.has(name) && !isEnum(names) && !isGiven(name) ? [owner] : [],
  );
}

const isEnum = (names: ReadonlySet<string>) => names.has('ValueType');
const isGiven = (name: string) => given.message.includes(name);

/** The methods of a repeated field. */
export const repeatedMembers = (ofMessages: boolean): readonly string[] =>
  ofMessages ? given.repeatedMessage : given.repeatedScalar;

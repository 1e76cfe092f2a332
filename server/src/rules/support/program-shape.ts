import type { BoundMessage } from '../../configuration/bind';
import { fieldOf, isMessage, type Optimization } from '../../configuration/configuration';
import { programShape } from '../../configuration/derive';
import { mayBeMisspelled, type Owner } from './spans';

/** The shape that a user-defined program declares, and its place; undefined if any of it cannot be read. */
export function declaredShape({
  algorithm,
  choice,
}: Optimization): { inputs: number; outputs: number; owner: Owner } | undefined {
  if (algorithm?.name !== 'user_defined_program' || !choice?.message) return undefined;
  const program: Owner = { field: choice.field, message: choice.message };
  const owner = descend(program, ['program', 'host_program_shape']);
  if (!owner || !isReadable(owner.message)) return undefined;
  return { ...(programShape(program.message) ?? { inputs: 0, outputs: 0 }), owner };
}

/** Follows fields as far as they are written; undefined if one is unreadable or may be misspelled. */
function descend(owner: Owner, path: readonly string[]): Owner | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return owner;
  if (mayBeMisspelled(owner, name)) return undefined;
  const field = fieldOf(owner.message, name);
  if (!field) return owner;
  const message = field.value;
  return isMessage(message) ? descend({ field, message }, rest) : undefined;
}

/** Whether all parameters and all elements of the result are known. */
function isReadable(shape: BoundMessage): boolean {
  return ['parameters', 'result', 'tuple_shapes'].every(
    (name) =>
      !mayBeMisspelled({ message: shape }, name) &&
      shape.fields.every(
        ({ node, type, values }) =>
          type.name !== name ||
          (node.value !== undefined &&
            values.every(({ value }) => isMessage(value) && (name !== 'result' || isReadable(value)))),
      ),
  );
}

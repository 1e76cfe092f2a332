import type { JsonValue } from '../../configuration/to-json';
import type { Call, Node } from '../../python/tree';
import type { ApiCall } from '../calls/python-file';

/** JSON, with the `null` that ProtoJSON has not. */
export type Json = JsonValue | null | readonly Json[] | { readonly [name: string]: Json };

/** A field of the configuration that a library builds from a program. */
export interface DerivedField {
  /** In JSON, such as `tableDescriptor[0].dimension`. */
  readonly path: string;
  /** In ProtoJSON where the configuration is a message. */
  readonly value: Json | undefined;
  /** Where the program says it; undefined for a value that the user has entered. */
  readonly node?: Node | undefined;
  /** Why it is unknown, as a sentence for users. */
  readonly reason?: string;
}

/** The fields that are unknown. */
export const unknownIn = (
  fields: readonly DerivedField[],
): { path: string; reason: string; node?: Node | undefined }[] =>
  fields.flatMap(({ path, value, reason = '', node }) =>
    value === undefined ? [{ path, reason, node }] : [],
  );

/** Why there is no configuration, as a sentence for users, with the node that is the cause. */
export class Refusal extends Error {
  constructor(
    readonly reason: string,
    readonly node: Node,
  ) {
    super(reason);
  }
}

/** The result of `find`, unless the program is refused. */
export function unlessRefused<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

/** A call whose arguments became fields, and the prefix of their paths. */
export interface Maker {
  readonly call: Call;
  /** Its arguments and their values, wherever they are written. */
  readonly values: readonly Node[];
  readonly prefix: string;
}

/** Collects the fields of a message and its nested messages, by paths relative to the message. */
export class Draft {
  constructor(
    readonly fields: DerivedField[] = [],
    readonly makers: Maker[] = [],
    private readonly prefix = '',
  ) {}

  within(path: string): Draft {
    return new Draft(this.fields, this.makers, `${this.prefix}${path}.`);
  }

  /** The arguments of a call make up this message. */
  madeBy({ node, arguments: given }: Pick<ApiCall, 'node' | 'arguments'>): void {
    this.makers.push({
      call: node,
      values: given.flatMap((argument) => [argument, argument.value]),
      prefix: this.prefix,
    });
  }

  set(path: string, value: Json, node?: Node): void {
    this.fields.push({ path: this.prefix + path, value, node });
  }

  setUnknown(path: string, reason: string, node?: Node): void {
    const full = (this.prefix + path).replace(/\.$/, '');
    this.fields.push({ path: full, value: undefined, reason, node });
  }
}

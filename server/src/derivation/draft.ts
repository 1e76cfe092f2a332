import type { JsonValue } from '../config/to-json';
import type { ApiCall } from '../dataflow/python-file';
import type { Call, Node } from '../python/tree';

/** What TensorFlow writes into one field of the configuration that it builds of a program. */
export interface DerivedField {
  /** As ProtoJSON names it, such as `tableDescriptor[0].dimension`. */
  readonly path: string;
  /** As ProtoJSON has it; undefined where it is not known. */
  readonly value: JsonValue | undefined;
  /** Where the program says it; undefined for what the person has said. */
  readonly node?: Node | undefined;
  /** Why it is not known, in a sentence for people. */
  readonly reason?: string;
}

/** Why TensorFlow builds no configuration, in a sentence for people, and what in the program is the cause. */
export class Refusal extends Error {
  constructor(
    readonly reason: string,
    readonly node: Node,
  ) {
    super(reason);
  }
}

/** A call whose arguments became fields of a message, and what the paths of these begin with. */
export interface Maker {
  readonly call: Call;
  /** What it got, wherever that is written. */
  readonly given: readonly Node[];
  readonly prefix: string;
}

/** Collects the fields of one message and of those within, by paths from it on. */
export class Draft {
  constructor(
    readonly fields: DerivedField[] = [],
    readonly makers: Maker[] = [],
    private readonly prefix = '',
  ) {}

  within(path: string): Draft {
    return new Draft(this.fields, this.makers, `${this.prefix}${path}.`);
  }

  /** This message is made of what a call got. */
  madeBy({ node, arguments: given }: Pick<ApiCall, 'node' | 'arguments'>): void {
    this.makers.push({ call: node, given: given.map(({ value }) => value), prefix: this.prefix });
  }

  set(path: string, value: JsonValue, node?: Node): void {
    this.fields.push({ path: this.prefix + path, value, node });
  }

  leaveOpen(path: string, reason: string, node?: Node): void {
    const full = (this.prefix + path).replace(/\.$/, '');
    this.fields.push({ path: full, value: undefined, reason, node });
  }
}

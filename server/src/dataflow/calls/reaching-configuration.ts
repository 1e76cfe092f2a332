import { once } from '../../basics/once';
import type { Configuration } from '../../configuration/configuration';
import { dynamicTags } from '../../configuration/derive';
import type * as python from '../../python/tree';
import type { Message } from '../messages/message';
import { configurationIn } from '../messages/message-configuration';
import { type MessageText, messageText } from '../messages/message-text';
import { evaluationOf } from './evaluation';
import { type ApiCall, argumentOf, type PythonFile } from './python-file';

/** The configuration that an op gets, as far as this program builds it. */
export class ReachingConfiguration {
  private written: MessageText | undefined;

  constructor(
    readonly message: Message,
    /** The op's argument. */
    readonly argument: python.Expression,
  ) {}

  /** Whether its whole content is known. */
  get isWhole(): boolean {
    return this.message.isWhole;
  }

  /** Whether another configuration is certainly the same. */
  equals(other: ReachingConfiguration): boolean | undefined {
    if (this.message === other.message) return true;
    return this.isWhole && other.isWhole ? this.text.text === other.text.text : undefined;
  }

  /** In text format; equal configurations have the same text if they are whole. */
  get text(): MessageText {
    this.written ??= messageText(this.message);
    return this.written;
  }

  /** Its known part. Unknown parts are missing, so check `isWhole`. */
  get configuration(): Configuration {
    return configurationIn(this.message);
  }

  /** The number of tables. */
  get tableCount(): number | undefined {
    return this.message.messages('table_descriptor')?.length;
  }

  /** The names of the tables. */
  get tableNames(): readonly string[] | undefined {
    const tables = this.message.messages('table_descriptor');
    if (!tables?.every((table) => isKnown(table, 'name'))) return undefined;
    return this.configuration.tables.map(({ name }) => name!);
  }

  /** Whether the op's outputs are for features or tables, and their number. */
  get outputs(): { readonly of: 'feature' | 'table'; readonly count: number } | undefined {
    const features = this.message.messages('feature_descriptor');
    if (!features) return undefined;
    if (features.length > 0) return { of: 'feature', count: features.length };
    const { tableCount } = this;
    return tableCount === undefined ? undefined : { of: 'table', count: tableCount };
  }

  /** The number of run-time scalars that the optimizers need. */
  get dynamicInputs(): number | undefined {
    const tables = this.message.messages('table_descriptor');
    const known = tables?.every((table) => {
      const [parameters] = table.messages('optimization_parameters') ?? [undefined];
      return (
        !table.hasUnknownFields &&
        (parameters ? parameters.isWhole : isKnown(table, 'optimization_parameters'))
      );
    });
    if (!known) return undefined;
    return new Set(this.configuration.tables.flatMap((table) => dynamicTags(table).map(({ tag }) => tag)))
      .size;
  }
}

/** Whether the contents of a field of the message itself are known. */
function isKnown(message: Message, name: string): boolean {
  const field = message.fieldNamed(name);
  if (!field || message.hasUnknownFields || message.unknown.has(field)) return false;
  return message.fields.get(field)?.every(({ value }) => value !== undefined) ?? true;
}

/** The configuration that an op gets. */
export const configurationOf = once((call: ApiCall): ReachingConfiguration | undefined => {
  const argument = configurationArgument(call) ?? messageArgument(call);
  const message = argument && call.event?.messages.get(argument);
  return argument && message?.isConfiguration ? new ReachingConfiguration(message, argument) : undefined;
});

/** Whether a call takes a configuration, known or not. */
export const takesConfiguration = (call: ApiCall): boolean =>
  (configurationArgument(call) ?? messageArgument(call)) !== undefined;

/** The argument of an op that holds a configuration. */
export function configurationArgument(call: ApiCall): python.Expression | undefined {
  if (!call.entry.op || call.binding.problems.some(({ kind }) => kind === 'keyword-only')) return undefined;
  return argumentOfType(call, 'serialized');
}

/** The argument of a function that initializes the system with the message itself. */
const messageArgument = (call: ApiCall) => argumentOfType(call, 'message');

function argumentOfType(call: ApiCall, of: 'serialized' | 'message'): python.Expression | undefined {
  const parameter = call.entry.parameters.find(({ type }) => type.of === of);
  return parameter && argumentOf(call, parameter.name);
}

/**
 * Whether a text is the whole content of a message. `certain`: it reaches an op or the system unchanged. `likely`: nothing
 * in the file adds to it. `unknown`: something may add to it.
 */
export type Completeness = 'certain' | 'likely' | 'unknown';

/** The completeness of the text that each call reads into a message; `unknown` for calls that are not in the map. */
export function completenessOfTexts(file: PythonFile): ReadonlyMap<python.Call, Completeness> {
  const found = new Map<python.Call, Completeness>();
  const texts = evaluationOf(file.tree).observations.flatMap((observations) => observations.findings.texts);
  for (const { call, isPart } of texts)
    found.set(call, isPart || found.get(call) === 'unknown' ? 'unknown' : 'likely');
  for (const call of file.calls) {
    const text = configurationOf(call)?.message.textReader;
    if (text) found.set(text, 'certain');
  }
  return found;
}

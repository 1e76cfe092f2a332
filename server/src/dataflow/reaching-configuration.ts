import { bind } from '../config/bind';
import { type Configuration, readConfiguration } from '../config/configuration';
import { dynamicTags } from '../config/derive';
import type * as python from '../python/tree';
import { evaluate } from '../python/values';
import { builtin } from '../schema/builtin';
import { parse } from '../textproto/parser';
import type { Message } from './message';
import { constructionsIn } from './message-flow';
import { type MessageText, messageText } from './message-text';
import { type ApiCall, argumentOf, type PythonFile } from './python-file';
import { functionCalled, resultOf } from './return-values';

/** The configuration that reaches an op, as far as the source builds it in sight. */
export class ReachingConfiguration {
  private written: MessageText | undefined;
  private model: Configuration | undefined;

  constructor(
    readonly message: Message,
    /** The op's argument. */
    readonly argument: python.Expression,
  ) {}

  /** Whether everything that is in it is known. */
  get isWhole(): boolean {
    return this.message.isWhole;
  }

  /** Whether another is certainly the same; undefined where that is not known. */
  equals(other: ReachingConfiguration): boolean | undefined {
    if (this.message === other.message) return true;
    return this.isWhole && other.isWhole ? this.text.text === other.text.text : undefined;
  }

  /** In text format: the same for equal configurations, if they are whole. */
  get text(): MessageText {
    this.written ??= messageText(this.message);
    return this.written;
  }

  /** What is known of it; parts that are not known are missing, so see whether it is whole. */
  get configuration(): Configuration {
    this.model ??= readConfiguration(bind(parse(this.text.text), this.message.type, builtin))!;
    return this.model;
  }

  /** How many tables it has; undefined where that is not known. */
  get tableCount(): number | undefined {
    return this.message.messages('table_descriptor')?.length;
  }

  /** Names of the tables; undefined where one is not known. */
  get tableNames(): readonly string[] | undefined {
    const tables = this.message.messages('table_descriptor');
    if (!tables?.every((table) => isKnown(table, 'name'))) return undefined;
    return this.configuration.tables.map(({ name }) => name!);
  }

  /** What its outputs belong to, and how many there are; undefined where that is not known. */
  get outputs(): { readonly of: 'feature' | 'table'; readonly count: number } | undefined {
    const features = this.message.messages('feature_descriptor');
    if (!features) return undefined;
    if (features.length > 0) return { of: 'feature', count: features.length };
    const { tableCount } = this;
    return tableCount === undefined ? undefined : { of: 'table', count: tableCount };
  }

  /** How many run-time scalars the optimizers ask for; undefined where that is not known. */
  get dynamicInputs(): number | undefined {
    const tables = this.message.messages('table_descriptor');
    const known = tables?.every((table) => {
      const [parameters] = table.messages('optimization_parameters') ?? [undefined];
      return !table.isOpen && (parameters ? parameters.isWhole : isKnown(table, 'optimization_parameters'));
    });
    if (!known) return undefined;
    return new Set(this.configuration.tables.flatMap((table) => dynamicTags(table).map(({ tag }) => tag)))
      .size;
  }
}

/** Whether it is known what a message's own field holds. */
function isKnown(message: Message, name: string): boolean {
  const field = message.fieldNamed(name);
  if (!field || message.isOpen || message.unknown.has(field)) return false;
  return message.fields.get(field)?.every(({ value }) => value !== undefined) ?? true;
}

/** By tree, as the next version of a text takes over nodes from the last. */
const reaching = new WeakMap<python.Tree, Map<python.Call, ReachingConfiguration | undefined>>();

/** The configuration that reaches an op; undefined where its source does not tell. */
export function configurationOf(call: ApiCall, file: PythonFile): ReachingConfiguration | undefined {
  let ofTree = reaching.get(file.tree);
  if (!ofTree) {
    ofTree = new Map();
    reaching.set(file.tree, ofTree);
  }
  if (!ofTree.has(call.node)) ofTree.set(call.node, findConfiguration(call, file));
  return ofTree.get(call.node);
}

function findConfiguration(call: ApiCall, file: PythonFile): ReachingConfiguration | undefined {
  const argument = configurationArgument(call) ?? messageArgument(call);
  if (!argument) return undefined;
  const message = constructionsIn(file).given.get(call.node) ?? serialized(file, argument, 0);
  return message?.isConfiguration ? new ReachingConfiguration(message, argument) : undefined;
}

/** Functions that return what others do are followed this far. */
const MAX_DEPTH = 8;

/** The message whose bytes an expression gives. */
function serialized(file: PythonFile, expression: python.Expression, depth: number): Message | undefined {
  const value = evaluate(file.tree, expression);
  if (value.kind !== 'call' || depth > MAX_DEPTH) return undefined;
  const message = constructionsIn(file).serialized.get(value.node);
  if (message) return message;
  const called = functionCalled(file.tree, value.node);
  return called && serialized(file, resultOf(called)!, depth + 1);
}

/** The argument of an op that holds a configuration. */
export function configurationArgument(call: ApiCall): python.Expression | undefined {
  if (!call.entry.op || call.binding.problems.some(({ kind }) => kind === 'keyword-only')) return undefined;
  return argumentOfType(call, 'serialized');
}

/** The argument of a function that sets up the system by the message itself. */
const messageArgument = (call: ApiCall) => argumentOfType(call, 'message');

function argumentOfType(call: ApiCall, of: 'serialized' | 'message'): python.Expression | undefined {
  const parameter = call.entry.parameters.find(({ type }) => type.of === of);
  return parameter && argumentOf(call, parameter.name);
}

/**
 * Whether a text is all that a message gets: certainly, as it reaches an op or the system as it is; likely, as nothing
 * in the file adds to it; unknown wherever something may.
 */
export type Completeness = 'certain' | 'likely' | 'unknown';

/** How complete the text is that each call reads into a message; what is not among them is unknown. */
export function completenessOfTexts(file: PythonFile): ReadonlyMap<python.Call, Completeness> {
  const found = new Map<python.Call, Completeness>();
  for (const [call, message] of constructionsIn(file).texts)
    if (message.text === call && !message.isCopied) found.set(call, 'likely');
  for (const call of file.calls) {
    const text = configurationOf(call, file)?.message.text;
    if (text) found.set(text, 'certain');
  }
  return found;
}

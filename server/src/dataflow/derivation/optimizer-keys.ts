// Texts by which the optimizers of tables can be compared: a library stacks only tables whose optimizers are equal.
import { allEntries, type OptimizerTranslation } from '../../catalogue';
import { numberOf } from '../calls/known-values';
import type { FieldArgument } from './field-argument';
import type { EmbeddingPart, EmbeddingParts } from './parts';

interface OptimizerKey {
  /** The class; optimizers of different ones always differ. */
  readonly name: string;
  /** Equal for optimizers that certainly are. */
  readonly text: string;
  /** Whether optimizers with other texts certainly differ. */
  readonly isCertain: boolean;
}

/**
 * For each table a text that is the same for equal optimizers; undefined where it is not known whether its optimizer equals that
 * of another table.
 */
export function optimizerKeys(
  tables: readonly EmbeddingPart[],
  parts: EmbeddingParts,
): readonly (string | undefined)[] {
  const identities = new Identities();
  const keys = tables.map((table) => keyOf(table.attribute('optimization_parameters'), parts, identities));
  return keys.map((key) => {
    const isOpen = keys.some(
      (other) =>
        other &&
        key &&
        other.name === key.name &&
        other.text !== key.text &&
        !(other.isCertain && key.isCertain),
    );
    return isOpen ? undefined : key?.text;
  });
}

/** Numbers for objects. */
class Identities {
  private readonly numbers = new Map<object, number>();

  of(object: object): number {
    const number = this.numbers.get(object) ?? this.numbers.size;
    this.numbers.set(object, number);
    return number;
  }
}

function keyOf(
  argument: FieldArgument,
  parts: EmbeddingParts,
  identities: Identities,
): OptimizerKey | undefined {
  const { type, parameter } = argument;
  const translation = parameter?.translates;
  if (type.kind === 'str')
    return type.value === undefined ? undefined : keyOfName(type.value.toLowerCase(), translation);
  const object = parts.of(type);
  if (!object) return undefined;
  const { entry, binding } = object.call;
  const name = classOf(entry.name, translation);
  const values = entry.parameters
    .filter((each) => isCompared(each.name, translation))
    .map((each) => ({ name: each.name, ...valueKey(object.argument(each), identities) }));
  const isCertain = !binding.open && values.every((value) => value.isCertain);
  const known = values.map(({ name: option, text }) => `${option}=${text}`);
  return {
    name,
    text: `${name}(${known})${isCertain ? '' : ` #${identities.of(object.call)}`}`,
    isCertain,
  };
}

/** An optimizer by its name has all defaults. */
function keyOfName(name: string, translation: OptimizerTranslation | undefined): OptimizerKey | undefined {
  const entry = allEntries().find(
    (each) => each.group === 'keras-optimizer' && each.name.toLowerCase() === name,
  );
  if (!entry) return undefined;
  const known = entry.parameters
    .filter((each) => isCompared(each.name, translation))
    .map((each) => `${each.name}=${Number(each.default)}`);
  const own = classOf(entry.name, translation);
  return { name: own, text: `${own}(${known})`, isCertain: true };
}

const classOf = (name: string, translation: OptimizerTranslation | undefined): string =>
  translation?.alike?.[name.toLowerCase()] ?? name.toLowerCase();

const isCompared = (name: string, translation: OptimizerTranslation | undefined): boolean =>
  translation?.passes?.includes(name) ?? true;

/** Equal functions and schedules are the same object. */
function valueKey(
  { type, value, node }: FieldArgument,
  identities: Identities,
): Pick<OptimizerKey, 'text' | 'isCertain'> {
  const number = numberOf(type);
  if (number !== undefined) return { text: String(number), isCertain: true };
  if (type.kind === 'none') return { text: 'None', isCertain: true };
  if (type.kind === 'str' && type.value !== undefined)
    return { text: JSON.stringify(type.value), isCertain: true };
  if (value?.kind === 'function') return { text: `#${identities.of(value.defaults)}`, isCertain: true };
  if (value?.kind === 'made')
    return { text: `#${identities.of(value.given)}`, isCertain: type.kind === 'instance' };
  if (value?.kind === 'reference') return { text: value.name, isCertain: false };
  return { text: `#${identities.of(value ?? node)}`, isCertain: false };
}

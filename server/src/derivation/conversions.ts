import type { Conversion, Parameter } from '../catalogue';
import { float32Text } from '../config/float32';
import { fieldAt } from '../config/json-paths';
import { floatJson, type JsonValue } from '../config/to-json';
import { numberOf, truth } from '../dataflow/argument-values';
import type { Inferred, TypeOf } from '../dataflow/types';
import { camelCase } from '../optimizers';
import { builtin } from '../schema/builtin';

/** What an argument sets, by the path below its field; undefined where the source does not say which value. */
export type Values = Readonly<Record<string, JsonValue | undefined>>;

/** The way between an argument and what it sets, where the path `''` is the field itself. */
export interface Converter {
  /** What it can set, where a value is written. */
  readonly members: readonly string[];
  /** What stays unset is left out. */
  read(value: Inferred, typeOf: TypeOf): Values;
  /** The Python for values; undefined where there is none. */
  write(values: Values): string | undefined;
}

export const OPTIMIZATION_PARAMETERS = builtin.message('tensorflow.tpu.OptimizationParameters')!;

const SETS = 'table_descriptor.optimization_parameters.';

/** The path from OptimizationParameters on that a parameter of an optimizer sets. */
export function pathOf({ sets }: Parameter): string | undefined {
  return sets?.startsWith(SETS) ? camelCase(sets.slice(SETS.length)) : undefined;
}

/** A float in Python, where `1.0` is not the integer `1`. */
function floatText(value: JsonValue | undefined): string | undefined {
  if (typeof value !== 'number') return undefined;
  const text = float32Text(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

export const NUMBER: Converter = {
  members: [''],
  read: (value) => (value.kind === 'none' ? {} : { '': json(numberOf(value)) }),
  write: ({ '': value }) => floatText(value),
};

const INTEGER: Converter = {
  members: [''],
  read: (value) => ({ '': value.kind === 'int' ? numberOf(value) : undefined }),
  write: ({ '': value }) => String(value),
};

const json = (value: number | undefined) => (value === undefined ? undefined : floatJson(value));

/** A truth value in Python that selects one of two values. */
function flag(yes: JsonValue, no: JsonValue): Converter {
  return {
    members: [''],
    read(value) {
      const is = truth(value);
      return { '': is === undefined ? undefined : is ? yes : no };
    },
    write: ({ '': value }) => (value === yes ? 'True' : value === no ? 'False' : undefined),
  };
}

const FLAG = flag(true, false);

const CONVERTERS: Readonly<Record<Conversion, Converter>> = {
  rate: {
    members: ['.constant'],
    read(value) {
      const isFunction =
        value.kind === 'function' || (value.kind === 'instance' && value.entry.group === 'keras-schedule');
      return isFunction ? { '.dynamic': { tag: 0 } } : { '.constant': json(numberOf(value)) };
    },
    write: ({ '.constant': value }) => floatText(value),
  },
  status: flag('ENABLED', 'DISABLED'),
  enabled: flag('ENABLED', 'UNSPECIFIED'),
  negation: flag(false, true),
  limits: {
    members: ['.lower', '.upper'],
    read(value, typeOf) {
      if (value.kind === 'none') return {};
      if (value.kind === 'tuple' && value.elements?.length === 2) {
        const [lower, upper] = value.elements.map((element) => NUMBER.read(typeOf(element), typeOf));
        return {
          ...('' in lower! && { '.lower': lower[''] }),
          ...('' in upper! && { '.upper': upper[''] }),
        };
      }
      const limit = numberOf(value);
      return { '.lower': json(limit === undefined ? undefined : 0 - limit), '.upper': json(limit) };
    },
    write({ '.lower': lower, '.upper': upper }) {
      if (typeof lower === 'number' && typeof upper === 'number' && lower === -upper) return floatText(upper);
      return `(${floatText(lower) ?? 'None'}, ${floatText(upper) ?? 'None'})`;
    },
  },
};

export function converterOf(parameter: Parameter): Converter {
  if (parameter.conversion) return CONVERTERS[parameter.conversion];
  const kind = fieldAt(OPTIMIZATION_PARAMETERS, pathOf(parameter) ?? '')?.kind;
  return kind === 'bool' ? FLAG : kind === 'int32' ? INTEGER : NUMBER;
}

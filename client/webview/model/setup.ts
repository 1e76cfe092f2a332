// The configuration of a run: the message, initial values of the slots, and the rate that a training loop would pass.

import type { ValueChange } from '../../../server/src/configuration/value-change';
import type { OptimizerAtPlace } from '../../../server/src/languages/protocol';
import {
  camelCase,
  type Hyperparameter,
  type LibraryOptimizer,
  libraryOptimizers,
  type Optimizer,
  optimizerNamed,
  optimizers,
} from '../../../server/src/optimizers';
import { t } from './l10n';
import { parseNumber } from './numbers';
import { valueAt, withValueAt } from './paths';
import { including, type Range } from './slider';

export interface Setup {
  /** The message as ProtoJSON; empty for an optimizer of another library. */
  optimizationParameters: Record<string, unknown>;
  optimizer?: NonNullable<OptimizerAtPlace['optimizer']>;
  /** Initial values of slots. Missing ones have TensorFlow's default. */
  initial: Record<string, number>;
  /** The learning rate, if the configuration leaves it to the training loop; whether that passes the step, if not false. */
  fed: { rate: number; step?: boolean };
}

/** Values set by the user, by path. */
export type Overrides = Record<string, number | boolean>;

const ACCUMULATION_PATH = 'optimizationParameters.gradientAccumulationStatus';
const PACKING_PATH = 'optimizationParameters.lowDimensionalPackingStatus';
export const CONSTANT_RATE = 'optimizationParameters.learningRate.constant';

export const FED_RATE = 'fed.rate';
const FED_STEP = 'fed.step';

const ARGUMENTS = 'optimizer.arguments';

/** Whether the training loop computes the learning rate. */
export const isRateFed = ({ optimizer, optimizationParameters }: Setup): boolean =>
  optimizer
    ? typeof optimizer.arguments['learning_rate'] === 'string'
    : valueAt(optimizationParameters, 'learningRate.dynamic') !== undefined;

/** Where a constant learning rate stands. */
const constantPath = ({ optimizer }: Pick<Setup, 'optimizer'>): string =>
  optimizer ? `${ARGUMENTS}.learning_rate` : CONSTANT_RATE;

export const ratePath = (setup: Setup): string => (isRateFed(setup) ? FED_RATE : constantPath(setup));

export const isRate = (path: string): boolean =>
  path === FED_RATE || path === `${ARGUMENTS}.learning_rate` || path.startsWith(RATE);

const RATE = 'optimizationParameters.learningRate.';

/** The initial rate if none is known. */
const USUAL_RATE = 0.01;

export const parametersPath = (optimizer: string, field: string) =>
  libraryOptimizers.has(optimizer)
    ? `${ARGUMENTS}.${field}`
    : `optimizationParameters.${camelCase(optimizer)}.${camelCase(field)}`;

/** Where the initial value of a slot is set: by its hyperparameter, where a library has no other place. */
export const initialPath = (optimizer: string, slot: string): string => {
  const initial = libraryOptimizers.get(optimizer)?.slots.find(({ name }) => name === slot)?.initial;
  return typeof initial === 'object' ? parametersPath(optimizer, initial.hyperparameter) : `initial.${slot}`;
};

/** The optimizer that is chosen, if any. */
export function optimizerOf({ optimizer, optimizationParameters }: Setup): Optimizer | undefined {
  if (optimizer) return optimizerNamed(`${optimizer.library}.${optimizer.name}`);
  return [...optimizers.values()].find(({ name }) => Object.hasOwn(optimizationParameters, camelCase(name)));
}

/** The document's setup. Values that the program computes are replaced by usual ones. */
export function setupOf({ optimizationParameters, optimizer, initial, unknown }: OptimizerAtPlace): Setup {
  const setup: Setup = {
    optimizationParameters,
    ...(optimizer && { optimizer }),
    initial,
    fed: { rate: USUAL_RATE },
  };
  const controls = controlsOf(setup, {});
  return unknown.reduce((known, path) => {
    if (path === constantPath(setup)) return withValueAt(known, path, USUAL_RATE);
    const control = controls.find((candidate) => candidate.path === path);
    return control && control.usual !== undefined ? withOverride(known, path, control.usual) : known;
  }, setup);
}

/** An optimizer with its usual values and rate, and everything else as in `like`. */
export function usualSetup(name: string, like: Setup): Setup {
  const ofLibrary = libraryOptimizers.get(name);
  if (ofLibrary) return usualOfLibrary(ofLibrary, like);
  const optimizer = optimizers.get(name);
  const old = optimizerOf(like);
  const usual = optimizer?.usualRate;
  const { [camelCase(old?.name ?? '')]: _, ...rest } = like.optimizationParameters;
  const values =
    optimizer?.hyperparameters.map((field) => [camelCase(field.name), field.usual] as const) ?? [];
  return {
    ...like,
    initial: {},
    ...(usual !== undefined && { fed: { rate: usual } }),
    optimizationParameters: {
      ...rest,
      [camelCase(name)]: Object.fromEntries(values),
      ...(usual !== undefined &&
        valueAt(like, CONSTANT_RATE) !== undefined && { learningRate: { constant: usual } }),
    },
  };
}

function usualOfLibrary({ name, usualRate, hyperparameters }: LibraryOptimizer, like: Setup): Setup {
  const [library = '', ownName = ''] = name.split('.');
  const values = hyperparameters.map((field) => [field.name, field.usual] as const);
  return {
    ...like,
    initial: {},
    fed: { ...like.fed, rate: usualRate },
    optimizer: {
      library,
      name: ownName,
      arguments: { learning_rate: isRateFed(like) ? 'function' : usualRate, ...Object.fromEntries(values) },
    },
  };
}

export const withOverrides = (setup: Setup, overrides: Overrides): Setup =>
  Object.entries(overrides).reduce((changed, [path, value]) => withOverride(changed, path, value), setup);

const withOverride = (setup: Setup, path: string, value: number | boolean): Setup =>
  withValueAt(setup, path, writtenValue(path, value));

/** The value as the message has it: some switches are enums there. */
const writtenValue = (path: string, value: number | boolean) =>
  path === ACCUMULATION_PATH || path === PACKING_PATH ? (value ? 'ENABLED' : 'DISABLED') : value;

/**
 * The overrides without those that equal the setup, and without those that its optimizer does not have, because the
 * document may have another optimizer now. While it has none, such as in the middle of an edit, all are kept.
 */
export function unwritten(setup: Setup, overrides: Overrides): Overrides {
  if (!optimizerOf(setup)) return overrides;
  const written = new Map(controlsOf(setup, {}).map(({ path, value }) => [path, value]));
  const float = (value: unknown) => (typeof value === 'number' ? Math.fround(value) : value);
  const differs = ([path, value]: [string, unknown]) =>
    written.has(path) && !Object.is(float(value), float(written.get(path)));
  return Object.fromEntries(Object.entries(overrides).filter(differs));
}

/** The overrides as changes to a document. Values that are not finite stay in the preview. */
export const changesOf = (overrides: Overrides): ValueChange[] =>
  Object.entries(overrides)
    .filter(([, value]) => typeof value === 'boolean' || Number.isFinite(value))
    .map(([path, value]) => ({ path, value: writtenValue(path, value) }));

/** A sentence that says why Apply does not write a changed value; undefined if it does. */
export function whyNotWritten(
  path: string,
  value: number | boolean,
  setup: Setup,
  { editable, unknown }: Pick<OptimizerAtPlace, 'editable' | 'unknown'>,
): string | undefined {
  const name = snakeCase(path.split('.').at(-1)!);
  if (editable.includes(path))
    return typeof value === 'boolean' || Number.isFinite(value)
      ? undefined
      : t('{0} is {1}, which only the preview can use.', name, String(value));
  if (path === FED_STEP)
    return t('The program passes the step, or not, where it applies gradients: nothing to write.');
  if (path === FED_RATE && setup.optimizer)
    return t('learning_rate is a function of the program: nothing to write.');
  if (path === FED_RATE) {
    const tag = valueAt(setup, 'optimizationParameters.learningRate.dynamic.tag') ?? 0;
    return t('learning_rate is fed by the training loop (tag {0}): nothing to write.', String(tag));
  }
  if (path.startsWith('initial.'))
    return t('What {0} start from is no field of this document: nothing to write.', name);
  if (unknown.includes(path)) return t('{0} is computed by the program: nothing to write.', name);
  return t('No field of the document can hold {0}: nothing to write.', name);
}

/** A number in the message; values that are not finite are strings there. */
const numberAt = (setup: Setup, path: string): number | undefined => {
  const value = valueAt(setup, path);
  return typeof value === 'string' ? parseNumber(value) : typeof value === 'number' ? value : undefined;
};

/** Whether the gradients of a row are summed before they are applied, which is the default. */
export const accumulates = (setup: Setup): boolean => valueAt(setup, ACCUMULATION_PATH) !== 'DISABLED';

/** Whether the training loop passes the number of each step. */
export const passesStep = ({ fed }: Setup): boolean => fed.step !== false;

/** The setup with gradient accumulation switched. */
export const withOtherAccumulation = (setup: Setup): Setup =>
  withOverride(setup, ACCUMULATION_PATH, !accumulates(setup));

/** A value of a run that the user can change. */
export interface Control {
  path: string;
  /** The field's name, as TensorFlow writes it. */
  label: string;
  /** A description, if no field of the schema has one. */
  documentation?: string;
  /** The setup's value; undefined if there is neither a value nor a default. */
  value: number | boolean | undefined;
  usual?: number | boolean;
  /** For a number: the range of its slider. */
  range?: Range;
  /** Rarely needed, so it is in a group of its own. */
  rare: boolean;
}

/** All controls of a setup; `overrides` replace its values. */
export function controlsOf(base: Setup, overrides: Overrides): Control[] {
  const setup = withOverrides(base, overrides);
  const optimizer = optimizerOf(setup);
  if (!optimizer) return [];
  return [
    ...rateControls(setup, optimizer),
    ...optimizer.hyperparameters.map((field) => fieldControl(setup, optimizer, field)),
    ...optimizer.slots.flatMap(({ name, initial }) => {
      const path = initialPath(optimizer.name, name);
      // A hyperparameter has a control of its own.
      if (!path.startsWith('initial.')) return [];
      const fallback =
        typeof initial === 'number'
          ? initial
          : numberAt(setup, parametersPath(optimizer.name, initial.hyperparameter));
      return numberControl({
        path,
        label: t('initial {0}', name),
        value: setup.initial[name] ?? fallback ?? 0,
        range: { min: 0, max: 10, logarithmic: true },
        rare: false,
      });
    }),
    ...(setup.optimizer
      ? stepControls(setup, optimizer)
      : [
          {
            path: ACCUMULATION_PATH,
            label: 'gradient_accumulation',
            value: accumulates(setup),
            rare: false,
          },
          ...rareControls(setup),
        ]),
  ];
}

/** The switch between a program that passes the number of the step and one that does not, where that matters. */
function stepControls(setup: Setup, { formula, ofStep, hyperparameters }: Optimizer): Control[] {
  const usual = Object.fromEntries(hyperparameters.map((field) => [field.name, field.usual]));
  const isRead = ofStep !== undefined || /\bstep\b/.test(formula?.(usual).join() ?? '');
  if (!isRead) return [];
  const documentation = t(
    'Whether the program gives the step to tpu_sparse_dense_matmul_grad. Without it, each step is computed as the same one.',
  );
  return [
    { path: FED_STEP, label: t('step is passed'), documentation, value: passesStep(setup), rare: false },
  ];
}

/** Whether the fed learning rate may be the step number, which the user cannot set. */
export const countsSteps = ({ rate }: Optimizer): boolean => rate !== undefined && rate !== 'lr';

function rateControls(setup: Setup, optimizer: Optimizer): Control[] {
  return countsSteps(optimizer) ? [] : [rateControl(setup)];
}

function rateControl(setup: Setup): Control {
  const path = ratePath(setup);
  return numberControl({
    path,
    label: 'learning_rate',
    value: numberAt(setup, path),
    range: { min: 1e-5, max: 10, logarithmic: true },
    usual: USUAL_RATE,
    rare: false,
  });
}

function fieldControl(setup: Setup, optimizer: Optimizer, field: Hyperparameter): Control {
  const path = parametersPath(optimizer.name, field.name);
  const shared = {
    path,
    label: field.name,
    usual: field.usual,
    rare: field.ignored === true,
  };
  if (typeof field.usual === 'boolean') return { ...shared, value: valueAt(setup, path) === true };
  const [min, max] = field.range ?? [0, 1];
  return numberControl({
    ...shared,
    value: numberAt(setup, path) ?? 0,
    range: { min, max, logarithmic: field.logarithmic ?? false, ...(field.decays && { decays: true }) },
  });
}

function rareControls(setup: Setup): Control[] {
  const number = (field: string, label: string, range: Range, fallback?: number): Control => {
    const path = `optimizationParameters.${field}`;
    const value = numberAt(setup, path) ?? fallback;
    return numberControl({ path, label, value, range, rare: true });
  };
  const around0 = { min: -1, max: 1, logarithmic: false };
  const multiply = 'multiplyWeightDecayFactorByLearningRate';
  return [
    number('weightDecayFactor', 'weight_decay_factor', { min: 0, max: 1, logarithmic: true }, 0),
    {
      path: `optimizationParameters.${multiply}`,
      label: t('decay × learning_rate'),
      value: setup.optimizationParameters[multiply] === true,
      rare: true,
    },
    number('gradientClippingLimits.lower', t('gradient lower limit'), around0),
    number('gradientClippingLimits.upper', t('gradient upper limit'), around0),
    number('clippingLimits.lower', t('weight lower limit'), around0),
    number('clippingLimits.upper', t('weight upper limit'), around0),
    {
      path: 'optimizationParameters.simulatedQuantization.enabled',
      label: t('simulated quantization'),
      value: valueAt(setup, 'optimizationParameters.simulatedQuantization.enabled') === true,
      rare: true,
    },
    number('simulatedQuantization.numBuckets', t('buckets'), {
      min: 2,
      max: 256,
      logarithmic: true,
      whole: true,
    }),
    number('simulatedQuantization.clippingLimits.lower', t('quantized from'), around0),
    number('simulatedQuantization.clippingLimits.upper', t('quantized to'), around0),
    {
      path: PACKING_PATH,
      label: t('low-dim. packing'),
      value: valueAt(setup, PACKING_PATH) === 'ENABLED',
      rare: true,
    },
  ];
}

/** By path. The page defines it before this script runs. */
const { documentation = {} } = globalThis as {
  documentation?: Readonly<Record<string, { doc: string; range?: string; default?: string }>>;
};

/** The schema's documentation of a control, its useful values and its default. Code is in backticks; each line is a paragraph. */
export function documentationOf(path: string): string {
  if (path.startsWith('initial.'))
    return t('What the slot starts from, in every row. No field of a configuration holds it.');
  const field = DOCUMENTED_ELSEWHERE[path] ?? path;
  const { doc, range, default: byDefault } = documentation[field] ?? { doc: '' };
  const name = field.startsWith(ARGUMENTS)
    ? field.split('.').at(-1)!
    : field.split('.').slice(1).map(snakeCase).join('.');
  const limits = [range && t('Useful: {0}', range), byDefault && t('Default: {0}', byDefault)];
  return [`\`${name}\``, doc, ...limits].filter(Boolean).join('\n');
}

/** Fields that are documented better in the message around them. */
const DOCUMENTED_ELSEWHERE: Record<string, string> = {
  [FED_RATE]: 'optimizationParameters.learningRate',
  [CONSTANT_RATE]: 'optimizationParameters.learningRate',
  'optimizationParameters.simulatedQuantization.enabled': 'optimizationParameters.simulatedQuantization',
};

export const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Extends the slider's range to the current value. */
function numberControl(control: Control & { range: Range }): Control {
  return {
    ...control,
    range: including(control.range, typeof control.value === 'number' ? control.value : Number.NaN),
  };
}

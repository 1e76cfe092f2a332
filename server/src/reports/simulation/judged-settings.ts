// Checks settings in JSON against the rules for configurations.
import { fieldByJsonName, isWrapper, type JsonMessage } from '../../configuration/to-json';
import { OPTIMIZATION_PARAMETERS } from '../../dataflow/derivation/conversions';
import { Analyzer } from '../../languages/snapshot';
import { diagnose } from '../../languages/textproto/diagnostics';
import { camelCase, type Matrix } from '../../optimizers';
import { DEFAULT_SETTINGS } from '../../project/settings';
import type { Failure } from '../../rules/guard';
import { optimizerRules } from '../../rules/optimizer';
import { dynamicTagGap } from '../../rules/optimizer/dynamic-tag-gap';
import { builtin } from '../../schema/builtin';
import type { MessageType } from '../../schema/types';

/** Other tables may have the tags that are missing. */
const CODES = new Set(optimizerRules.filter((rule) => rule !== dynamicTagGap).map(({ code }) => code));

/** Sentences with the codes of their rules, about OptimizationParameters in ProtoJSON that the simulator has read. */
export function judge(
  optimizationParameters: unknown,
  { rows, columns }: Matrix,
  onFailure: (failure: Failure) => void,
): string[] {
  const optimization = fieldsText(OPTIMIZATION_PARAMETERS, optimizationParameters as JsonMessage);
  const text = `table_descriptor { name: "table" vocabulary_size: ${rows} dimension: ${columns} optimization_parameters {${optimization}} }`;
  const analyzer = new Analyzer(builtin, DEFAULT_SETTINGS, onFailure);
  const path = 'settings.textproto';
  return diagnose(analyzer.open(text, { path, named: true }), analyzer.guard(path))
    .filter(({ code }) => CODES.has(code))
    .map(({ message, code }) => `${message} [${code}]`);
}

function fieldsText(type: MessageType, message: JsonMessage): string {
  return Object.entries(message)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => {
      const field = fieldByJsonName(type, camelCase(name))!;
      if (isWrapper(field)) return ` ${field.name} { value: ${scalarText(value)} }`;
      if (!field.message) return ` ${field.name}: ${scalarText(value)}`;
      return ` ${field.name} {${fieldsText(field.message, value as JsonMessage)} }`;
    })
    .join('');
}

const scalarText = (value: unknown) => String(value).replace('Infinity', 'inf').replace('NaN', 'nan');

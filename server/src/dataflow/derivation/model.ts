import { lineIndex } from '../../basics/line-index';
import { bind } from '../../configuration/bind';
import { type Configuration, readConfiguration } from '../../configuration/configuration';
import { builtin, CONFIGURATION_TYPE } from '../../schema/builtin';
import type { FieldType } from '../../schema/types';
import { parse } from '../../textproto/parser';
import type { DerivedField } from './draft';
import { linesOf } from './text';

/** A derived configuration in the form that rules read. */
interface DerivedModel {
  readonly configuration: Configuration;
  /** The path of the field at a position in its text. */
  pathAt(offset: number): string;
}

/** A value that fits no field, so that nothing is concluded from it. */
const UNREADABLE = 'unknown_value';

/** Undefined if a whole message is unknown: its fields are missing from the model, which must not be reported. */
export function modelOf(fields: readonly DerivedField[]): DerivedModel | undefined {
  const { isWhole, ...model } = readFields(fields);
  return isWhole ? model : undefined;
}

/** The known part of a derived configuration, without unknown messages. */
export const knownPart = (fields: readonly DerivedField[]): Configuration => readFields(fields).configuration;

function readFields(fields: readonly DerivedField[]): DerivedModel & { readonly isWhole: boolean } {
  let isWhole = true;
  const unknown = (field: FieldType) => {
    if (field.message) isWhole = false;
    return [field.message ? `# ${field.name}` : `${field.name}: ${UNREADABLE}`];
  };
  const lines = linesOf(fields, { unknown, keepsDefaults: true });
  const text = lines.map((line) => `${line.text}\n`).join('');
  const { position } = lineIndex(text);
  return {
    configuration: readConfiguration(bind(parse(text), CONFIGURATION_TYPE, builtin))!,
    pathAt: (offset) => lines[position(offset).line]?.path ?? '',
    isWhole,
  };
}

import { type EnumType, enumValueOf } from '../schema/types';
import type { Configuration } from './configuration';
import type { Derived } from './derive';

/** The result of `describe`; -1 is an unknown number, null an optimizer that is not chosen. */
export type Description = ReturnType<typeof describeConfiguration>;
export type TableDescription = Description['tables'][number];

export function describeConfiguration(configuration: Configuration, derived: Derived) {
  const mode = configuration.message.type.fieldsByName.get('mode')?.enum;
  return {
    style: derived.style,
    mode: enumName(mode, configuration.mode),
    cores: configuration.coresPerReplica ?? -1,
    batchSizePerTensorCore: derived.batchSizePerTensorCore ?? -1,
    tables: derived.tables.map((d) => ({
      name: d.table.name ?? '',
      vocabularySize: Number(d.table.vocabularySize ?? -1),
      dimension: d.table.dimension ?? -1,
      numFeatures: d.numFeatures ?? -1,
      optimizer: d.table.optimization?.choice?.field.type.name ?? null,
      slotVariables: d.slotVariables,
      gradientAccumulation: d.table.optimization?.gradientAccumulation !== false,
      paddedDimension: d.paddedDimension,
      rowsPerHost: d.rowsPerHost,
      deviceBytes: d.deviceBytes,
      hostBytes: d.hostBytes,
    })),
    outputs: derived.outputs,
    learningRateTags: derived.learningRateTags,
  };
}

/** An enum's value by name, or its number where that has none. */
function enumName(type: EnumType | undefined, number: number | undefined): string {
  if (number === undefined) return 'unknown';
  return (type && enumValueOf(type, number)?.name) ?? String(number);
}

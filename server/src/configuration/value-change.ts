/** A new value for a part of a configuration: enums by name or number. */
export interface ValueChange {
  /** Such as `optimizationParameters.learningRate.constant` or `tables[0].dimension`. */
  path: string;
  value: number | boolean | string;
}

/** Rows of equal length, one after the other. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly data: Float32Array;
}

/** An embedding table and its slot variables, by TensorFlow's names, all of the same shape. */
export interface State {
  readonly parameters: Matrix;
  readonly slots: ReadonlyMap<string, Matrix>;
}

/** Gradients of one training step. */
export interface Step {
  /** The row that each gradient belongs to; a row may occur more than once. */
  readonly ids: ArrayLike<number>;
  /** One row for each id. */
  readonly gradients: Matrix;
  /** Numbers handed over in this step, by tag. */
  readonly learningRates: readonly number[];
}

export function matrix(rows: number, columns: number, fill = 0): Matrix {
  return { rows, columns, data: new Float32Array(rows * columns).fill(fill) };
}

export function copyMatrix({ rows, columns, data }: Matrix): Matrix {
  return { rows, columns, data: data.slice() };
}

/** The variables by name, parameters first. */
export function variables({ parameters, slots }: State): [string, Matrix][] {
  return [['parameters', parameters], ...slots];
}

/** The place of the first number that is infinite or NaN. */
export function firstNonFinite(state: State) {
  for (const [variable, { columns, data }] of variables(state)) {
    const at = data.findIndex((value) => !Number.isFinite(value));
    if (at >= 0) return { variable, row: Math.floor(at / columns), column: at % columns, value: data[at]! };
  }
  return undefined;
}

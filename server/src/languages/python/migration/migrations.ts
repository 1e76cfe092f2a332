import type { Entry } from '../../../catalogue';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { Strategy } from '../../../dataflow/derivation/strategy';
import type { MigrationTarget } from '../../migration';
import type { Draft } from './draft';
import { isOfKerasRs, toJax } from './jax';
import { isOfTensorflow, toKerasRs } from './keras-rs';
import type { Rows } from './rows';
import { TO_JAX } from './to-jax';
import { TO_KERAS_RS } from './to-keras-rs';

/** A way from one library to another. */
export interface Way {
  /** The names in both libraries. */
  readonly rows: Rows;
  /** Whether a name of the catalogue belongs to the first one. */
  readonly isOfSource: (entry: Entry) => boolean;
  /** The edits for a program; undefined if it uses nothing of the first library. */
  readonly draft: (file: PythonFile, strategy: Strategy) => Draft | undefined;
}

export const MIGRATIONS: Readonly<Record<MigrationTarget, Way>> = {
  'keras-rs': { rows: TO_KERAS_RS, isOfSource: isOfTensorflow, draft: toKerasRs },
  jax: { rows: TO_JAX, isOfSource: isOfKerasRs, draft: toJax },
};

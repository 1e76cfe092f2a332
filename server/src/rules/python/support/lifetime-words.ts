import { hasCome, hasGone, type Lifetime } from '../../../catalogue';
import { isPinned, releaseBefore } from '../../../catalogue/releases';
import { type TargetTensorflow, targetText } from '../../../catalogue/target';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { Severity } from '../../rule';

/** The problem of using something that not every release of TensorFlow has. */
export interface Verdict {
  readonly severity: Severity;
  /** A sentence or two. */
  readonly message: string;
}

/** Words for a removed name. It is an error where the program is known to run on releases without it. */
export function removalOf(what: string, lifetime: Lifetime, { tensorflow }: PythonFile): Verdict | undefined {
  const { until, goneIn } = lifetime;
  const gone = hasGone(tensorflow ?? {}, lifetime);
  if (!until || !goneIn || gone === 'no' || hasCome(tensorflow ?? {}, lifetime) === 'no') return undefined;
  const when =
    releaseBefore(goneIn) === until
      ? `was removed in TensorFlow ${goneIn}; the last version with it is ${until}`
      : `was removed from TensorFlow after ${until} and is gone from ${goneIn}`;
  return {
    severity: gone === 'yes' ? 'error' : isPinned(tensorflow ?? {}) ? 'hint' : 'warning',
    message: `${what} ${when}.${runsOn(tensorflow)}`,
  };
}

/** Words for a newer name. It is an error where the program is known to run on releases without it, else not reported. */
export function arrivalOf(what: string, lifetime: Lifetime, { tensorflow }: PythonFile): Verdict | undefined {
  const { notIn, since } = lifetime;
  const come = hasCome(tensorflow ?? {}, lifetime);
  if (!notIn || !since || come === 'yes' || (come === 'unsure' && !isPinned(tensorflow ?? {})))
    return undefined;
  const when =
    releaseBefore(since) === notIn
      ? `was added in TensorFlow ${since}; the last version without it is ${notIn}`
      : `was added to TensorFlow after ${notIn} and is in ${since}`;
  return {
    severity: come === 'no' ? 'error' : 'hint',
    message: `${what} ${when}.${runsOn(tensorflow)}`,
  };
}

const runsOn = (tensorflow: TargetTensorflow | undefined) =>
  tensorflow ? ` This code runs on ${targetText(tensorflow)}.` : '';

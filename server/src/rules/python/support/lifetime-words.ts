import { hasCome, hasGone, LIBRARIES, type Lifetime } from '../../../catalogue';
import { installedText } from '../../../catalogue/environment';
import { isPinned, releaseBefore } from '../../../catalogue/releases';
import type { PythonFile } from '../../../dataflow/calls/python-file';
import type { Severity } from '../../rule';

/** The problem of using something that not every release of its library has. */
export interface Verdict {
  readonly severity: Severity;
  /** A sentence or two. */
  readonly message: string;
}

/** Words for a removed name. It is an error where the program is known to run on releases without it. */
export function removalOf(what: string, lifetime: Lifetime, file: PythonFile): Verdict | undefined {
  const { until, goneIn } = lifetime;
  const gone = hasGone(file.environment, lifetime);
  if (!until || !goneIn || gone === 'no' || hasCome(file.environment, lifetime) === 'no') return undefined;
  const { title } = LIBRARIES[lifetime.library];
  const when =
    releaseBefore(goneIn) === until
      ? `was removed in ${title} ${goneIn}; the last version with it is ${until}`
      : `was removed from ${title} after ${until} and is gone from ${goneIn}`;
  return {
    severity: gone === 'yes' ? 'error' : isPinnedFor(lifetime, file) ? 'hint' : 'warning',
    message: `${what} ${when}.${runsOn(lifetime, file)}`,
  };
}

/** Words for a newer name. It is an error where the program is known to run on releases without it, else not reported. */
export function arrivalOf(what: string, lifetime: Lifetime, file: PythonFile): Verdict | undefined {
  const { notIn, since } = lifetime;
  const come = hasCome(file.environment, lifetime);
  if (!notIn || !since || come === 'yes' || (come === 'unsure' && !isPinnedFor(lifetime, file)))
    return undefined;
  const { title } = LIBRARIES[lifetime.library];
  const when =
    releaseBefore(since) === notIn
      ? `was added in ${title} ${since}; the last version without it is ${notIn}`
      : `was added to ${title} after ${notIn} and is in ${since}`;
  return {
    severity: come === 'no' ? 'error' : 'hint',
    message: `${what} ${when}.${runsOn(lifetime, file)}`,
  };
}

const isPinnedFor = ({ library }: Lifetime, { environment }: PythonFile) =>
  isPinned(environment[library] ?? {});

function runsOn({ library }: Lifetime, { environment }: PythonFile): string {
  const installed = environment[library];
  return installed ? ` This code runs on ${installedText(installed)}.` : '';
}

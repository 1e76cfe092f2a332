import type { ApiCall } from '../../dataflow/calls/python-file';
import type { CallProblem } from '../../rules/python/call-rule';

/** The problems that a rule finds in calls. If several runs of a call have the same problem, it is reported once. */
export class Gathered {
  private readonly byPlace = new Map<string, { call: ApiCall; first: CallProblem; others: CallProblem[] }>();
  private readonly rest: CallProblem[] = [];

  add(problem: CallProblem, call: ApiCall): void {
    const key = `${problem.start} ${problem.end} ${problem.severity}`;
    const known = this.byPlace.get(key);
    if (!known) this.byPlace.set(key, { call, first: problem, others: [] });
    else if (known.call === call) this.rest.push(problem);
    else if (![known.first, ...known.others].some(({ message }) => message === problem.message))
      known.others.push(problem);
  }

  problems(): readonly CallProblem[] {
    return [
      ...[...this.byPlace.values()].map(({ first, others }) =>
        others.length === 0 ? first : together(first, others),
      ),
      ...this.rest,
    ];
  }
}

const together = (first: CallProblem, others: readonly CallProblem[]): CallProblem => ({
  ...first,
  message: `${first.message} ${others.length === 1 ? 'Another value that comes here is' : `${others.length} more values that come here are`} wrong, too.`,
  related: [first, ...others].flatMap(({ related }) => related ?? []),
});

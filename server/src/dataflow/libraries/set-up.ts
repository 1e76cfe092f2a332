// Which strategies are made once the TPU of their resolver is set up.
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { leadsTo, type Path } from '../../evaluator/state';
import { strategyIn } from './strategies';

/** Where a program sets a TPU up, by the arguments that made its resolver. */
const setUps = new WeakMap<Arguments, Path>();

/** Strategies of a TPU that is set up before, with the arguments of its resolver. */
const resolvers = new WeakMap<Arguments, Arguments>();

const SET_UP = '.tpu.experimental.initialize_tpu_system';

/** Notes a call that sets a TPU up. */
export function noteSetUp(name: string, given: Arguments, { state, trials }: Evaluator): void {
  const resolver = trials === 0 && name.endsWith(SET_UP) ? onlyIn(given) : undefined;
  if (resolver) setUps.set(resolver, state.path);
}

/** Notes a strategy that is made of its resolver alone. */
export function noteStrategy(object: Value, { state, trials }: Evaluator): void {
  if (object.kind !== 'made' || trials > 0 || strategyIn(object) !== 'tpu') return;
  const resolver = onlyIn(object.given);
  const path = resolver && setUps.get(resolver);
  if (resolver && path && leadsTo(path, state.path)) resolvers.set(object.given, resolver);
}

/** Whether two strategies have one resolver, whose TPU is set up before both, by the arguments that made them. */
export function areSetUpTogether(a: Arguments, b: Arguments): boolean {
  const resolver = resolvers.get(a);
  return resolver !== undefined && resolver === resolvers.get(b);
}

/** What made the resolver that is the only argument of a call. */
function onlyIn({ positional, keywords, hasUnknownArguments }: Arguments): Arguments | undefined {
  const [resolver, ...others] = [...positional, ...keywords.values()];
  return resolver?.kind === 'made' && others.length === 0 && !hasUnknownArguments
    ? resolver.given
    : undefined;
}

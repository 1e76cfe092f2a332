// What sets a TPU up, and which strategies are made once the TPU of their resolver is set up.

import { Attached } from '../../basics/attached';
import type { Arguments, Evaluator, Value } from '../../evaluator';
import { leadsTo, type Path } from '../../evaluator/state';
import { type Attribute, cachedByTree, type Name } from '../../python/tree';
import { usesByName } from '../../python/uses';
import { about } from './by-package';
import { strategyIn } from './strategies';

/** What a text has that sets a TPU up: raw ops and `connect` of a resolver do, and the beginning of a name may be all that is written. */
export const SETS_UP = /shutdown|initialize_(?:tpu|system)|(?:Configure|Shutdown)DistributedTPU|\.connect\(/;

/** The names of what sets a TPU up; raw ops and `connect` of a resolver do so as well. */
export const SETTING_UP = /^(?:initialize_(?:tpu|system)\w*|(?:Configure|Shutdown)DistributedTPU|connect)$/;

/** The places of a text that name what perhaps sets a TPU up. */
export const setUpsIn = cachedByTree((tree): readonly (Name | Attribute)[] =>
  [...usesByName(tree)].flatMap(([name, uses]) => (SETTING_UP.test(name) ? uses : [])),
);

/** Where a program sets a TPU up, by the arguments that made its resolver. */
const setUps = new Attached<Arguments, Path>();

/** Strategies of a TPU that is set up before, with the arguments of its resolver. */
const resolvers = new Attached<Arguments, Arguments>();

const SET_UP = '.tpu.experimental.initialize_tpu_system';

/** Notes a call that sets a TPU up. */
export const noteSetUp = about<void>(
  (name) => name.endsWith(SET_UP),
  (_name, given, _node, { state, trials }) => {
    const resolver = trials === 0 ? onlyIn(given) : undefined;
    if (resolver) setUps.set(resolver, state.path);
  },
);

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

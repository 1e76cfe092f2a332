import { onceWithin } from '../../../basics/once';
import type { CallEvent } from '../../../dataflow/calls/evaluation';
import { callOfEvent } from '../../../dataflow/calls/python-file';
import { unlessRefused } from '../../../dataflow/derivation/draft';
import { type Feature, type Features, featuresOf } from '../../../dataflow/derivation/features';

/** A feature, and its number in the order of the configuration. */
export type Placed = Feature & { readonly index: number };

/** The features of each embedding object by their paths. They depend on the whole program, so they last for one check. */
export const featuresByMaker = () =>
  onceWithin((maker: CallEvent) => placedByPath(() => featuresOf(callOfEvent(maker))));

export const placedByPath = (find: () => Features): ReadonlyMap<string, Placed> =>
  new Map(unlessRefused(find)?.features.map((each, index) => [each.leaf.path, { ...each, index }]));

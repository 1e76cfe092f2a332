// What `get_config` gives and `from_config` takes: arguments in dicts that can be saved.

import { onceForEachPart } from '../../basics/shared-parts';
import { findEntry } from '../../catalogue';
import type { Arguments, Evaluator, OfMethod, Value } from '../../evaluator';
import { dictBy, dictOf, putEntry } from '../../evaluator/containers';
import { fails, isJudged } from '../../evaluator/failures';
import { refused } from '../../evaluator/refusals';
import {
  argumentAt,
  type DictValue,
  entriesOf,
  entryNamed,
  int,
  itemsOf,
  kinds,
  str,
  unknown,
} from '../../evaluator/value';
import type { Node } from '../../python/tree';
import { instanceOf } from '../calls/types';
import { classBehind } from './annotations';
import { about } from './by-package';
import { likeArgument, packedLike } from './nested-results';

/** The result of a method that gives the arguments of its object. */
export const savedBy: OfMethod<Value> = (object, name, given, node, ev) => {
  const owner = classBehind(object)?.entry;
  const entry = owner && findEntry(`${owner.id}.${name}`);
  if (!owner || !entry?.givesArguments || node.kind !== 'call') return undefined;
  if (owner.role !== 'embedding') return dictOfArguments(object, node, ev);
  const features = likeArgument('feature_configs', entry, given, node, object);
  return features && object.kind === 'made' && !object.given.hasUnknownArguments
    ? dictOfLayer(
        packedLike(features, entry, (feature) => dictOfFeature(feature, node, ev), node, ev),
        object.given,
        node,
        ev,
      )
    : undefined;
};

const SAVED_AS_IT_IS = kinds('int', 'float', 'bool', 'str', 'none');

/** The arguments of an object by their names; those that are no plain values are in the form in which they are saved. */
function dictOfArguments(object: Value, node: Node, ev: Evaluator): DictValue {
  const saved = (value: Value): Value => {
    if (SAVED_AS_IT_IS.has(value.kind)) return { ...value, node };
    return instanceOf(value)?.entry.role ? dictOfArguments(value, node, ev) : unknown(node, 'call');
  };
  const names = classBehind(object)!.entry.parameters.map(({ name }) => name);
  return dictBy(ev, names, (name) => saved(ev.attribute(object, name, node)), node);
}

/** A feature of a layer, which has the number of its table in the place of that. */
function dictOfFeature(feature: Value, node: Node, ev: Evaluator): Value {
  if (instanceOf(feature)?.entry.role !== 'feature') return unknown(node, 'call');
  const dict = dictOfArguments(feature, node, ev);
  putEntry(ev, dict, str(node, TABLE), int(node, undefined));
  return dict;
}

const TABLE = 'table';

/** What every layer of Keras saves, and what only that on SparseCores does. */
const OF_LAYER = ['name', 'trainable', 'dtype', 'feature_configs', 'tables', 'table_stacking'];

const dictOfLayer = (features: Value, { keywords }: Arguments, node: Node, ev: Evaluator): Value =>
  dictBy(
    ev,
    new Set([...OF_LAYER, ...keywords.keys()]),
    (name) => (name === 'feature_configs' ? features : unknown(node, 'call')),
    node,
  );

const RESTORING = /^keras_rs\.layers\.DistributedEmbedding\.from_config$/;

/** A layer made of a saved dict writes the tables into the features of that, so that it cannot be used a second time. */
export const checkRestored = about<void>(
  (name) => RESTORING.test(name),
  (_name, given, node, ev) => {
    const config = argumentAt(given, 0, 'config');
    const features = config && entryNamed(config, 'feature_configs');
    if (!features || !entryNamed(config, 'tables') || given.hasUnknownArguments) return;
    const isUsed = savedFeatures(features).filter((feature) => entryNamed(feature, TABLE)?.kind === 'dict');
    const reason =
      'Another call of `from_config` has put tables into this dict, which can be used once. Give each call one of its own: `copy.deepcopy(config)`, or `get_config()` anew';
    if (isUsed.length > 0 && isJudged(ev)) fails(ev, node, refused(reason));
    for (const feature of savedFeatures(features)) putEntry(ev, feature, str(node, TABLE), dictOf(ev, node));
  },
);

/** The dicts of features in a structure of them. */
function savedFeatures(value: Value): readonly DictValue[] {
  const found: DictValue[] = [];
  onceForEachPart<Value, void>((part, inner) => {
    if (part.kind !== 'dict') {
      for (const each of itemsOf(part) ?? []) inner(each);
      return;
    }
    const name = entryNamed(part, 'name');
    if (name?.kind === 'str') found.push(part);
    // What may be a name decides whether it is a feature.
    else if (!name || name.kind === 'dict') for (const entry of entriesOf(part) ?? []) inner(entry.value);
  }, undefined)(value);
  return found;
}

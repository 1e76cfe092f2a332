// What functions and classes of libraries give, if the catalogue does not say it.
import type { Arguments, Evaluator, Value } from '../../evaluator';
import type { Call } from '../../python/tree';
import { appRun } from './apps';
import { byPackage } from './by-package';
import { clippedTogether } from './clipping';
import { configMade } from './config-dict';
import { parserMade } from './configparser';
import { conditionInGraph } from './control-flow';
import { datasetMade } from './datasets';
import { devicesListed } from './devices';
import { dividedArray } from './divided-arrays';
import { exampleParsed, rowParsed } from './examples';
import { frozenMade } from './frozen-dict';
import { resultOfJax } from './jax';
import { joinedArray } from './joined-arrays';
import { resultOfOperation } from './keras-tensors';
import { listedArrayOf } from './numpy';
import { computedBy } from './numpy-math';
import { mappedValues } from './ragged-maps';
import { dtypeByName } from './specs';
import { currentStrategy, eagerness, graphOf } from './strategies';
import { tomlRead } from './toml';
import { yamlRead } from './yaml';

const RESULTS = byPackage<Value>({
  absl: [appRun],
  configparser: [parserMade],
  flax: [frozenMade, resultOfJax],
  jax: [devicesListed, resultOfJax, joinedArray],
  keras: [resultOfOperation],
  ml_collections: [configMade],
  numpy: [listedArrayOf, joinedArray, dividedArray, computedBy],
  tensorflow: [
    dtypeByName,
    datasetMade,
    devicesListed,
    exampleParsed,
    rowParsed,
    clippedTogether,
    appRun,
    graphOf,
    currentStrategy,
    conditionInGraph,
    mappedValues,
    eagerness,
  ],
  tomli: [tomlRead],
  tomllib: [tomlRead],
  yaml: [yamlRead],
});

export function resultOfCall(name: string, given: Arguments, node: Call, ev: Evaluator): Value | undefined {
  for (const resultOf of RESULTS(name)) {
    const result = resultOf(name, given, node, ev);
    if (result) return result;
  }
  return undefined;
}

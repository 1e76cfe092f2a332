import { allOfKind, type Tree } from '../../../python/tree';

/** Whether all modules that a text imports have names like this. */
export const importsOnly = (tree: Tree, names: RegExp): boolean =>
  allOfKind(tree, 'import').every(({ from, names: imported }) =>
    (from === undefined ? imported.map(({ name }) => name) : [from]).every((module) => names.test(module)),
  );

/** Modules that leave the strategy and the objects of a program as they are. */
export const HARMLESS_MODULES =
  /^(?:tensorflow|numpy|absl|ml_collections|__future__|abc|argparse|collections|contextlib|dataclasses|enum|functools|itertools|json|logging|math|os|pathlib|random|re|string|sys|tempfile|time|typing|unittest)(?:\.|$)/;

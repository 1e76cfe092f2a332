import { allOfKind, type Tree } from '../../python/tree';

/** Whether all modules that a text imports have names like this. */
export const importsOnly = (tree: Tree, names: RegExp): boolean =>
  allOfKind(tree, 'import').every(({ from, names: imported }) =>
    (from === undefined ? imported.map(({ name }) => name) : [from]).every((module) => names.test(module)),
  );

/** Modules that leave the strategy and the objects of a program as they are. */
export const HARMLESS_MODULES =
  /^(?:tensorflow|numpy|absl|attrs?|keras|ml_collections|yaml|__future__|abc|argparse|asyncio|bisect|collections|contextlib|copy|csv|dataclasses|datetime|decimal|enum|fractions|functools|google\.protobuf|hashlib|heapq|io|itertools|json|logging|math|numbers|operator|os|pathlib|pprint|random|re|shutil|statistics|string|struct|sys|tempfile|textwrap|threading|time|traceback|types|typing|unittest|uuid|warnings)(?:\.|$)/;

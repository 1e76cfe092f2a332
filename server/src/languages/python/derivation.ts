import { isWithin, type Range, rangeOf } from '../../basics/range';
import { type Checkpoint, checkpointOf } from '../../configuration/comparison/checkpoint';
import type { Comparable } from '../../configuration/comparison/comparable';
import { derive } from '../../configuration/derive';
import { sizesOf } from '../../configuration/sizes';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { callsByHand } from '../../dataflow/derivation/by-hand';
import {
  type Derivation,
  derivations,
  derivationsForSparseCores,
  derivationsOfParts,
} from '../../dataflow/derivation/derivation';
import { unknownIn } from '../../dataflow/derivation/draft';
import { embeddingsIn } from '../../dataflow/derivation/embedding';
import { madeIn } from '../../dataflow/derivation/made';
import { checkpointOfMade } from '../../dataflow/derivation/made-checkpoint';
import { sizesOfMade } from '../../dataflow/derivation/made-sizes';
import { linesOfMade, madeOf } from '../../dataflow/derivation/made-text';
import { messageOf } from '../../dataflow/derivation/message';
import { knownPart } from '../../dataflow/derivation/model';
import type { Strategy } from '../../dataflow/derivation/strategy';
import { linesOf } from '../../dataflow/derivation/text';
import type { Guard } from '../../rules/guard';
import { judgeDerivation, nodeFor } from '../../rules/python/derived-configuration';
import { known, sum, variablesOf } from '../../sizing/memory';
import { type SizedTables, TENSORFLOWS_TRAINER } from '../../sizing/tables';
import type {
  ComparableConfiguration,
  DerivedConfiguration,
  DerivedLine,
  Lens,
  SavedConfiguration,
} from '../answers';
import type { Diagnostic } from '../diagnostic';
import { memoryLens } from '../lenses';

/** The calls that make embedding objects, or messages that hold configurations. */
export const configurationRanges = (file: PythonFile): Range[] =>
  [
    ...new Set([
      ...embeddingsIn(file).map(({ node }) => node),
      ...madeIn(file).map(({ node }) => node),
      ...callsByHand(file),
    ]),
  ].map(rangeOf);

/** The configurations of a program. If a rule reports an error in the parts, the library refuses the configuration. */
export function deriveConfigurations(
  file: PythonFile,
  strategy: Strategy,
  diagnostics: readonly Diagnostic[],
  guard: Guard,
): DerivedConfiguration[] {
  return [...derivations(file, strategy), ...derivationsOfParts(file)].map((derivation) => {
    const { call, fields, isReached, library } = derivation;
    const refusal = refusalOf(derivation, diagnostics);
    return {
      ...rangeOf(call),
      isReached,
      library,
      message: refusal || library ? undefined : messageOf(fields),
      made: library && !refusal ? madeOf(fields) : undefined,
      sizes: library && !refusal ? sizesOfDerivation(derivation) : undefined,
      lines: refusal ? [] : judgedLines(derivation, strategy, diagnostics, guard),
      unknown: unknownIn(fields).map(({ node, ...field }) => ({ ...field, at: node && rangeOf(node) })),
      origins: fields.flatMap(({ path, value, node }) =>
        value !== undefined && node ? [{ path, at: rangeOf(node) }] : [],
      ),
      refused: refusal,
    };
  });
}

/** The configurations that TensorFlow builds from a program, and those that the program builds itself. */
export function comparableConfigurations(
  file: PythonFile,
  strategy: Strategy,
  diagnostics: readonly Diagnostic[],
): ComparableConfiguration[] {
  return derivations(file, strategy).map((derivation) => {
    const refused = refusalOf(derivation, diagnostics);
    const comparable = refused ? undefined : comparableOf(derivation);
    return { ...rangeOf(derivation.call), comparable, ...(refused && { refused }) };
  });
}

const comparableOf = (derivation: Derivation): Comparable => ({
  message: messageOf(derivation.fields),
  unknown: unknownIn(derivation.fields).map(({ path, reason }) => ({ path, reason })),
  sizes: sizesOfDerivation(derivation),
  placeOf: placesOf(derivation),
});

function placesOf({ call, fields }: Derivation): Comparable['placeOf'] {
  const nodes = new Map(fields.map(({ path, node }) => [path, node]));
  return (path) => rangeOf(nodeFor(path, nodes) ?? call);
}

/** What checkpoints keep of a program's configurations, and of its tables on SparseCores. */
export function savedConfigurations(
  file: PythonFile,
  strategy: Strategy,
  diagnostics: readonly Diagnostic[],
): SavedConfiguration[] {
  // A program saves as many rows as it says, also where the configuration has one more for each host.
  const all = { ...strategy, numHosts: 1 };
  const saved = (derivation: Derivation, checkpoint: () => Checkpoint): SavedConfiguration => {
    const refused = refusalOf(derivation, diagnostics);
    return {
      ...rangeOf(derivation.call),
      ...(derivation.library && { library: derivation.library }),
      checkpoint: refused ? undefined : checkpoint(),
      ...(refused && { refused }),
    };
  };
  return [
    ...derivations(file, all).map((each) => saved(each, () => checkpointOf(comparableOf(each)))),
    ...derivationsOfParts(file).map((each) =>
      saved(each, () => ({
        ...checkpointOfMade(each.fields, each.library, sizesOfDerivation(each)),
        placeOf: placesOf(each),
      })),
    ),
    ...derivationsForSparseCores(file, all).map((each) =>
      saved(each, () => checkpointOf(comparableOf(each), TENSORFLOWS_TRAINER)),
    ),
  ];
}

/** The values that decide the memory of a configuration. */
export function sizesOfDerivation({ fields, library, stacking }: Derivation): SizedTables {
  if (library) return sizesOfMade(fields, library, stacking?.());
  const configuration = knownPart(fields);
  const unknown = fields.flatMap(({ path, value }) => (value === undefined ? [path] : []));
  return sizesOf(configuration, derive(configuration), unknown);
}

/** The memory of a program's configurations, if known. What is refused takes none. */
export function memoryLenses(
  file: PythonFile,
  strategy: Strategy,
  diagnostics: readonly Diagnostic[],
): Lens[] {
  return [...derivations(file, strategy), ...derivationsOfParts(file)].flatMap((derivation) => {
    const cost = refusalOf(derivation, diagnostics) ? undefined : totalMemory(sizesOfDerivation(derivation));
    return cost ? [memoryLens(cost, derivation.call)] : [];
  });
}

/** The memory of all tables; undefined if it is unknown for one of them. */
function totalMemory({ tables }: SizedTables) {
  const variables = tables.map((table) => {
    const sized = known(table);
    const isSized = sized && sized.optimizer !== null && sized.vocabularySize > 0 && sized.dimension > 0;
    return isSized ? variablesOf(sized) : undefined;
  });
  const all = variables.flatMap((each) => each ?? []);
  if (variables.length === 0 || variables.includes(undefined)) return undefined;
  return {
    deviceBytes: sum(all, (variable) => variable.deviceBytes),
    hostBytes: sum(all, (variable) => variable.hostBytes),
  };
}

/** Why a library refuses a program's objects. Errors in their parts count as well. */
export function refusalOf({ makers, refused }: Derivation, diagnostics: readonly Diagnostic[]) {
  const failing = errorIn(makers, diagnostics);
  return failing
    ? { reason: failing.message, at: rangeOf(failing) }
    : refused && { reason: refused.reason, at: rangeOf(refused.node) };
}

/** The first error in the calls that make the parts, or in their arguments. */
function errorIn(makers: Derivation['makers'], diagnostics: readonly Diagnostic[]): Diagnostic | undefined {
  const places = [...new Set(makers.flatMap(({ call, values }) => [call, ...values]))];
  return diagnostics.find(
    (problem) => problem.severity === 'error' && places.some((place) => isWithin(problem, place)),
  );
}

/** The lines with the diagnostics of the program's arguments, or else with the problems of the configuration. */
function judgedLines(
  derivation: Derivation,
  { numReplicas }: Strategy,
  diagnostics: readonly Diagnostic[],
  guard: Guard,
): DerivedLine[] {
  const { fields, library } = derivation;
  const nodes = new Map(fields.map(({ path, node }) => [path, node]));
  const reasons = new Map(fields.map(({ path, reason }) => [path, reason]));
  const problems = library ? [] : judgeDerivation(derivation, guard);
  const remarks = diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning');
  return (library ? linesOfMade(fields, numReplicas) : linesOf(fields)).map(({ text, path }) => {
    const own = nodes.get(path);
    const remarked = own ? remarks.filter((remark) => isWithin(remark, own)) : [];
    const found = remarked.length > 0 ? remarked : problems.filter((problem) => problem.path === path);
    const node = nodeFor(path, nodes);
    return {
      text,
      path,
      at: node && rangeOf(node),
      unknown: reasons.get(path),
      problems: [...new Set(found.map(({ message }) => message))],
    };
  });
}

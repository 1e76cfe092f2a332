import { excerpt } from '../../basics/excerpt';
import { listed } from '../../basics/listed';
import { misspelled, nearest } from '../../basics/nearest';
import { type Range, rangeOf } from '../../basics/range';
import { findEntry } from '../../catalogue';
import { counted } from '../../configuration/quantities';
import { evaluationOf } from '../../dataflow/calls/evaluation';
import { callOf, type PythonFile } from '../../dataflow/calls/python-file';
import { instanceOf } from '../../dataflow/calls/types';
import type { CallProblem, Failure, Value } from '../../evaluator';
import { FUNCTION } from '../../evaluator/failures';
import { attributesAssignedIn } from '../../python/names';
import { caughtAround, functionOf, isExpectedToFail } from '../../python/surroundings';
import { textMatches } from '../../python/text-matches';
import type { Call, Node, Tree } from '../../python/tree';
import type { CallRule, TextFix } from './call-rule';
import { replacing } from './support/edits';
import { isForOtherReleases, isGuarded, isProbed, mayBeAdded } from './support/guarded';
import { meantBy, unboundInWords } from './support/unbound-names';
import { withException } from './support/with-exception';

export const pythonError: CallRule = {
  code: 'python-error',
  severity: 'error',
  summary: "The program's own code raises an exception.",
  details:
    'A dict is read by a key that it lacks, an object by an attribute that it lacks, an operator gets values that it does not take, ' +
    'a list or another value without a hash is a key or in a set, a tuple or a text is unpacked into more or fewer names than it has elements, a function or class of the program is called with arguments that it does not take, an object refuses another value for an ' +
    'attribute, a variable has no value where it is read, or a check of the program itself certainly fails. Only what is certain is reported: ' +
    'values that other code can change are unknown. Where only the class of `self` is known, it is a warning, as the object may be of a derived class.',
  bad: `import tensorflow as tf

SIZES = {'user': 1000, 'item': 500}
tf.tpu.experimental.embedding.TableConfig(SIZES['users'], 16)`,
  good: `import tensorflow as tf

SIZES = {'user': 1000, 'item': 500}
tf.tpu.experimental.embedding.TableConfig(SIZES['user'], 16)`,
  checkFile(file, report) {
    for (const { findings, lookups } of evaluationOf(file.tree).observations) {
      const { failures, misses, wrongKeys } = findings;
      for (const [node, failure] of failures) {
        const message = inWords(file, node, failure);
        const isToldElsewhere =
          [misses, wrongKeys].some((told) => told.has(node as never)) ||
          (failure.of === 'attribute' && lookups.has(node as never));
        if (message === undefined || isToldElsewhere || isMeant(file, node, failure)) continue;
        report({
          ...placeOf(node, failure),
          message,
          ...(failure.of === 'attribute' && failure.isDeclared && { severity: 'warning' }),
          fixes: () => fixesFor(file, node, failure),
        });
      }
    }
  },
};

/** Whether a call names an abstract class of a library, and not one of the program that is derived from it. */
const isAbstractItself = (file: PythonFile, node: Call): boolean =>
  callOf(file, node)?.entry.isAbstract === true && file.typeOf(node.callee).kind === 'class';

/** Whether the program is prepared for the exception, or code that is not followed prevents it. */
function isMeant(file: PythonFile, node: Node, failure: Failure): boolean {
  const { tree, text } = file;
  if (isExpectedToFail(tree, node) || caughtAround(tree, node) !== 0 || isForOtherReleases(file, node))
    return true;
  // Of a set that a library gets, another rule says what that takes instead.
  const given = node.kind === 'set' ? node.parent?.parent : undefined;
  if (given?.kind === 'call' && callOf(file, given)) return true;
  // Another rule reports what is named as it is.
  if (failure.of === 'refused' && node.kind === 'call' && isAbstractItself(file, node)) return true;
  if (failure.of === 'name') return isGuarded(file, node, failure.name);
  if (failure.of === 'raise') return textMatches(tree, ASKS_FOR_RELEASE);
  if (failure.of === 'uncallable' && node.kind === 'call' && node.callee.kind === 'attribute') {
    // Another rule reports properties of a library's objects.
    const owner = file.typeOf(node.callee.object);
    if (owner.kind === 'unknown') return owner.declared !== undefined;
    return (
      owner.kind === 'instance' && findEntry(`${owner.entry.id}.${node.callee.name}`)?.kind === 'property'
    );
  }
  if (failure.of !== 'attribute') return false;
  const { name, names, isDeclared } = failure;
  if (isGuarded(file, node, name) || isProbed(text, node.start)) return true;
  if (isDeclared === undefined) return false;
  // A derived class may have whatever is no misspelt name.
  if (isDeclared && similar(name, names) === undefined) return true;
  return mayBeAdded(file, name);
}

/** A check of the program may refuse other releases than the one that is assumed. */
const ASKS_FOR_RELEASE = /version|\b(?:hasattr|getattr|find_spec|signature)\(/;

function placeOf(node: Node, failure: Failure): Range {
  if (node.kind === 'attribute') return { start: node.nameStart, end: node.end };
  if (node.kind === 'subscript' && node.indices[0]) return rangeOf(node.indices[0]);
  if (node.kind === 'call' && failure.of === 'uncallable') return rangeOf(node.callee);
  if (node.kind === 'call' && failure.of === 'hash')
    return rangeOf(failure.isCached ? node.callee : (node.arguments[0] ?? node));
  if (node.kind !== 'call' || failure.of !== 'call') return rangeOf(node);
  const { problem } = failure;
  const argument = 'name' in problem && node.arguments.find(({ name }) => name === problem.name);
  return argument
    ? { start: argument.start, end: argument.start + problem.name.length }
    : rangeOf(node.callee);
}

function inWords({ tree }: PythonFile, node: Node, failure: Failure): string | undefined {
  switch (failure.of) {
    case 'name':
      return unboundInWords(tree, node, failure);
    case 'key':
      return keyInWords(failure);
    case 'index':
      return `A ${failure.owner} is read by whole number, not by ${failure.by === 'str' ? 'name' : `a value of the type \`${excerpt(failure.by)}\``}: Python raises \`TypeError\`.`;
    case 'raise':
      return `The program always gets here and raises \`${failure.name}\`: one of its own checks fails.`;
    case 'unpacking':
      return `This ${failure.owner} has ${counted(failure.count, 'element')}, but here ${failure.isLeast ? `the names need at least ${failure.targets}` : `${failure.targets === 1 ? 'is' : 'are'} ${counted(failure.targets, 'name')} for them`}: Python raises \`ValueError\`.`;
    case 'attribute': {
      const { owner, name, names, isOfObjects, isUncalled } = failure;
      if (isUncalled)
        return `\`${excerpt(owner)}\` is not called here, and has no \`${excerpt(name)}\` itself: call it first, if you mean what it returns.`;
      if (isOfObjects)
        return `\`${excerpt(owner)}\` is the class: make an object of it first, as only objects have \`${excerpt(name)}\`.`;
      const meant = similar(name, names);
      const hint = isKey(failure)
        ? ` Read the key: \`["${excerpt(name)}"]\`.`
        : meant !== undefined
          ? ` Did you mean \`${excerpt(meant)}\`?`
          : '';
      const setter = setterOf(tree, name, names);
      return setter === undefined
        ? `\`${excerpt(owner)}\` has no \`${excerpt(name)}\`.${hint}`
        : `\`${excerpt(owner)}\` has no \`${excerpt(name)}\` yet: call \`${excerpt(setter)}\` first, which sets it.`;
    }
    case 'hash':
      return `A value of the type \`${excerpt(failure.type)}\` has no hash${failure.holds === undefined ? '' : `, as it holds one of the type \`${excerpt(failure.holds)}\``}, so ${failure.isCached ? 'a cached function does not take it' : 'it can be neither a key nor in a set'}: Python raises \`TypeError\`.`;
    case 'operator': {
      const hint = [failure.left, failure.right].includes(FUNCTION)
        ? ' Call the function, if you mean what it returns.'
        : '';
      return `\`${failure.operator}\` does not take \`${excerpt(failure.left)}\` and \`${excerpt(failure.right)}\`: Python raises \`TypeError\`.${hint}`;
    }
    case 'refused':
      return withException(failure.reason, failure.raises);
    case 'setting':
      return `\`${excerpt(failure.name)}\` ${failure.reason}`;
    case 'uncallable':
      return `A value of the type \`${excerpt(failure.type)}\` cannot be called: Python raises \`TypeError\`.`;
    case 'call':
      return callInWords(failure.callee, failure.problem);
  }
}

/** The method of an object that sets an attribute. */
function setterOf({ sections }: Tree, name: string, members: readonly string[]): string | undefined {
  const setters = sections.flatMap(attributesAssignedIn).flatMap((attribute) => {
    const method = attribute.name === name ? functionOf(attribute) : undefined;
    return method?.kind === 'function' && method.parent?.kind === 'class' ? method.name : [];
  });
  return setters.find((each) => each !== '__init__' && members.includes(each));
}

function callInWords(callee: string, problem: CallProblem): string {
  const name = `\`${excerpt(callee)}\``;
  switch (problem.of) {
    case 'unknown': {
      const meant = similar(problem.name, problem.names);
      return `${name} has no parameter \`${excerpt(problem.name)}\`.${meant === undefined ? '' : ` Did you mean \`${excerpt(meant)}\`?`}`;
    }
    case 'missing':
      return `${name} needs \`${excerpt(problem.name)}\`, which this call does not give.`;
    case 'twice':
      return `${name} gets \`${excerpt(problem.name)}\` twice.`;
    case 'count':
      return `${name} takes ${counted(problem.most, 'positional argument')}, but gets ${problem.given}.`;
  }
}

function keyInWords({ key, keys }: Extract<Failure, { of: 'key' }>): string {
  const [texts, objects] = [keyText, objectText].map((text) => [...new Set(keys.flatMap(text))]);
  const has = [...texts!, ...objects!.map((name) => `${name} objects`)];
  const sentences = [
    has.length === 0 ? 'It is empty.' : `It has ${listed(has)}.`,
    ...objectText(key).map(
      (name) => `Each ${name} is a key of its own: another one or a name is another key.`,
    ),
  ];
  return `There is no key ${keyText(key)[0] ?? 'of this value'} here: Python raises \`KeyError\`. ${sentences.join(' ')}`;
}

/** The class of an object that is a key itself. */
const objectText = (key: Value): readonly string[] => {
  const inferred = key.kind === 'made' ? instanceOf(key) : undefined;
  return inferred ? [`\`${inferred.entry.name}\``] : [];
};

const keyText = (key: Value): readonly string[] => {
  if (key.kind === 'str' && key.value !== undefined) return [`"${excerpt(key.value)}"`];
  return (key.kind === 'int' || key.kind === 'float') && key.value !== undefined ? [String(key.value)] : [];
};

/** The name that is meant; too many short ones are similar. */
const similar = (name: string, names: readonly string[]): string | undefined =>
  name.length < 3 ? undefined : nearest(name, names);

/** Whether the attribute that a dict lacks is one of its keys. */
const isKey = (failure: Extract<Failure, { of: 'attribute' }>): boolean =>
  failure.keys?.some((key) => key.kind === 'str' && key.value === failure.name) === true;

function fixesFor({ text, tree }: PythonFile, node: Node, failure: Failure): TextFix[] {
  const place = placeOf(node, failure);
  if (failure.of === 'name') {
    const meant = failure.isLocal ? undefined : meantBy(tree, node, failure.name);
    return meant === undefined ? [] : [replacing(place, meant, true)];
  }
  if (failure.of === 'key' && failure.key.kind === 'str' && node.kind === 'subscript') {
    const names = failure.keys.flatMap((key) =>
      key.kind === 'str' && key.value !== undefined ? key.value : [],
    );
    const meant = misspelled(failure.key.value ?? '', names);
    const [index] = node.indices;
    if (meant === undefined || index?.kind !== 'string') return [];
    const quote = text[index.end - 1]!;
    return [replacing(place, `${quote}${meant}${quote}`, true)];
  }
  if (failure.of === 'attribute' && node.kind === 'attribute') {
    if (isKey(failure))
      return [replacing({ start: node.object.end, end: node.end }, `["${failure.name}"]`, true)];
    const meant = similar(failure.name, failure.names);
    return meant === undefined ? [] : [replacing(place, meant, true)];
  }
  if (failure.of === 'call' && failure.problem.of === 'unknown' && node.kind === 'call') {
    const { name, names } = failure.problem;
    const meant = similar(name, names);
    const isWritten = node.arguments.some((each) => each.name === name);
    return meant === undefined || !isWritten ? [] : [replacing(place, meant, true)];
  }
  return [];
}

import { NO_LIBRARY, Program, type Value } from '../../server/src/evaluator';
import { isRewritten, isWrapper } from '../../server/src/evaluator/attributes';
import { NO_EXCEPTION } from '../../server/src/python/exceptions';
import { parsePython } from '../../server/src/python/parser';
import type { Node } from '../../server/src/python/tree';
import type { Frozen } from './cpython';

const MOST_PARTS = 200;
const MOST_DEPTH = 6;
/** The claim that an expression raises an exception, and has no value. */
const RAISES: Frozen = ['raises'];

/** The evaluator's value of each expression, each time it is evaluated. */
export type Claims = ReadonlyMap<string, ReadonlyMap<string, Frozen>>;

export const placeOf = (start: number, end: number) => `${start}-${end}`;

/** Undefined if the program is not evaluated to its end. */
export function claimsOf(text: string): Claims | undefined {
  let claims = new Map<string, Map<string, Frozen>>();
  const tree = parsePython(text);
  let isWhole = true;
  const failing = new Set<Node>();
  const evaluated = (node: Node, value: Value) => {
    // What takes the elements of an iterator fails, and not what makes it.
    const claim = failing.delete(node) && value.kind !== 'iterator' ? RAISES : freeze(value);
    addTo(claims, placeOf(node.start, node.end), [[JSON.stringify(claim), claim]]);
  };
  const program = new Program(tree, NO_LIBRARY, {
    evaluated,
    imagined: evaluated,
    failed(node, _failure, caught) {
      if (caught === NO_EXCEPTION) failing.add(node);
    },
    tentatively(go) {
      const around = claims;
      const own: typeof claims = new Map();
      claims = own;
      try {
        go();
      } finally {
        claims = around;
      }
      return () => {
        for (const [place, found] of own) addTo(claims, place, found);
      };
    },
    gaveUp() {
      isWhole = false;
    },
  });
  program.follow();
  return isWhole ? claims : undefined;
}

function addTo(
  claims: Map<string, Map<string, Frozen>>,
  place: string,
  found: Iterable<readonly [string, Frozen]>,
): void {
  const all = claims.get(place) ?? new Map<string, Frozen>();
  claims.set(place, all);
  for (const [text, claim] of found) all.set(text, claim);
}

/** A snapshot of a value, with everything mutable written out. */
function freeze(value: Value, depth = 0, left = { parts: MOST_PARTS }): Frozen {
  if (--left.parts < 0 || depth > MOST_DEPTH) return '?';
  const inner = (each: Value) => freeze(each, depth + 1, left);
  switch (value.kind) {
    case 'none':
    case 'ellipsis':
    case 'complex':
      return [value.kind];
    case 'bool':
      return value.value === undefined ? ['bool'] : ['bool', value.value ? 'True' : 'False'];
    case 'int':
      return value.value === undefined ? ['int'] : ['int', String(value.value)];
    case 'float':
      return value.value === undefined
        ? ['float']
        : ['float', Object.is(value.value, -0) ? '-0' : String(value.value)];
    case 'str':
    case 'bytes':
      return value.value === undefined ? [value.kind] : [value.kind, value.value];
    case 'tuple':
      return value.elements ? ['tuple', value.elements.map(inner)] : ['tuple'];
    case 'list':
      if (value.cls && isWrapper(value.cls)) return '?';
      return value.cell.content ? ['list', value.cell.content.map(inner)] : ['list'];
    case 'set':
    case 'dict': {
      if (value.kind === 'dict' && value.cls && isWrapper(value.cls)) return '?';
      const { known, hasUnknownEntries } = value.cell.content;
      const all =
        value.kind === 'set'
          ? [...known.values()].map(({ key }) => inner(key))
          : [...known.values()].map((entry) => [inner(entry.key), inner(entry.value)]);
      return [value.kind, all, hasUnknownEntries];
    }
    case 'range':
      return value.stop === undefined
        ? ['range']
        : ['range', [value.start, value.stop, value.step].map(String)];
    case 'view':
    case 'iterator':
    case 'coroutine':
      return [value.kind];
    case 'function':
    case 'partial':
      return ['callable'];
    case 'method':
      return value.object.kind === 'made' || value.object.kind === 'super' ? '?' : ['callable'];
    case 'class':
      return ['class', value.name];
    case 'instance': {
      if (isRewritten(value.cls)) return '?';
      const { known, hasUnknownFields } = value.fields.content;
      const fields = [...known].filter(([name]) => name !== '_value_');
      return [
        'instance',
        value.cls.name,
        Object.fromEntries(fields.map(([name, each]) => [name, inner(each)])),
        hasUnknownFields,
      ];
    }
    case 'oneOf':
      return ['oneOf', ...value.options.map(inner)];
    default:
      return '?';
  }
}

/** Whether the claim is compatible with the real value. */
export function agrees(claim: Frozen, truth: Frozen): boolean {
  if (claim === '?' || truth === '?') return true;
  const [kind, said, isOpen] = claim;
  /** With unknown keys, one of them may equal the known one in another notation. */
  const agreesKey = (key: Frozen, other: Frozen) =>
    agrees(key, other) || (isOpen === true && other[0] === 'instance');
  if (kind === 'oneOf') return claim.slice(1).some((option) => agrees(option as Frozen, truth));
  const [trueKind, is] = truth;
  if (kind !== trueKind) return false;
  if (kind === 'instance') {
    const [, , fields, open] = claim as unknown as readonly [string, string, Fields, boolean];
    return (truth[3] as readonly unknown[]).includes(said) && agreeFields(fields, truth[2] as Fields, open);
  }
  if (said === undefined) return true;
  if (kind === 'float') return isSameFloat(said as string, is as string);
  if (!Array.isArray(said)) return said === is;
  const all = is as readonly Frozen[];
  if (kind === 'set') {
    const claimed = said as readonly Frozen[];
    return (
      (isOpen || claimed.length === all.length) &&
      claimed.every((each) => all.some((other) => agreesKey(each, other)))
    );
  }
  if (kind === 'dict') {
    const pairs = said as readonly (readonly [Frozen, Frozen])[];
    const truePairs = is as readonly (readonly [Frozen, Frozen])[];
    const agreePair = (a: readonly [Frozen, Frozen] | undefined, b: readonly [Frozen, Frozen]) =>
      a !== undefined && agreesKey(a[0], b[0]) && agrees(a[1], b[1]);
    // If all entries are known, their order is known too.
    return isOpen
      ? pairs.every((pair) => truePairs.some((other) => agreePair(pair, other)))
      : pairs.length === truePairs.length && truePairs.every((pair, i) => agreePair(pairs[i], pair));
  }
  if (kind === 'range') return said.every((each, i) => each === all[i]);
  return said.length === all.length && said.every((each, i) => agrees(each as Frozen, all[i]!));
}

type Fields = Readonly<Record<string, Frozen>>;

/** A field that exists on some paths only is compared in its current state. */
function agreeFields(claimed: Fields, is: Fields, isOpen: boolean): boolean {
  return (
    Object.entries(claimed).every(([name, each]) => is[name] === undefined || agrees(each, is[name])) &&
    (isOpen || Object.keys(is).every((name) => name in claimed))
  );
}

/** JavaScript and Python format numbers differently. */
const isSameFloat = (claimed: string, truth: string): boolean =>
  Object.is(Number(claimed), Number(truth.replace('inf', 'Infinity')));

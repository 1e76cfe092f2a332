import type { Expression, Sequence, Subscript } from '../python/tree';
import { attributeName, attributeOf, deleteAttribute, setAttribute } from './attributes';
import { checkIndex } from './builtin-refusals';
import {
  elementAt,
  indices,
  isBeyond,
  iterate,
  letContentsEscape,
  listOf,
  miss,
  setAll,
  setElement,
} from './containers';
import type { Evaluator } from './evaluator';
import { attributeFailure, checkKey, fails, isJudged, keyFailure, unpackFailure } from './failures';
import { letEscape } from './join';
import { checkAssigned, checkElementSet, checkIterated } from './refusals';
import { type Frame, NO_ARGUMENTS, unknown, type Value } from './value';

/** Gives a value to a name, an attribute, an element, or to several of these. */
export function assignTo(ev: Evaluator, target: Expression, value: Value, frame: Frame): void {
  switch (target.kind) {
    case 'name':
      ev.assign(target.name, value, frame);
      break;
    case 'tuple':
    case 'list':
      unpack(ev, target, value, frame);
      break;
    case 'starred':
      assignTo(ev, target.value, value, frame);
      break;
    default:
      assignmentTarget(ev, target, frame).set(value);
  }
}

/** The target of an assignment, whose parts are evaluated once. */
interface AssignmentTarget {
  get(): Value;
  set(value: Value): void;
}

export function assignmentTarget(ev: Evaluator, target: Expression, frame: Frame): AssignmentTarget {
  switch (target.kind) {
    case 'attribute': {
      const object = ev.evaluate(target.object, frame);
      const name = attributeName(target);
      return {
        get() {
          if (isJudged(ev, object)) fails(ev, target, attributeFailure(ev, object, name));
          return attributeOf(ev, object, name, target);
        },
        set(value) {
          checkAssigned(ev, target, object, name);
          setAttribute(ev, object, name, value, target);
        },
      };
    }
    case 'subscript': {
      const object = ev.evaluate(target.object, frame);
      const keys = target.indices.map((each) => ev.evaluate(each, frame));
      if (isOneKey(target))
        return {
          get() {
            if (isJudged(ev, object, keys[0]!)) fails(ev, target, keyFailure(ev, object, keys[0]!));
            return elementAt(ev, object, keys[0]!, target);
          },
          set: (value) => {
            checkKey(ev, target, object, keys[0]!);
            checkElementSet(ev, target, object);
            if (object.kind === 'list') checkIndex(ev, target, object, keys[0]!);
            setElement(ev, object, keys[0]!, value, target);
          },
        };
      const [slice, ...more] = target.indices;
      const parts =
        slice?.kind === 'slice' && more.length === 0
          ? slice.parts.map((part) => part && ev.evaluate(part, frame))
          : [];
      return {
        get() {
          letContentsEscape(ev, object);
          return unknown(target, 'call');
        },
        set(value) {
          if (setSlice(ev, object, parts, value, target)) return;
          letEscape(object, ev.state);
          letEscape(value, ev.state);
        },
      };
    }
    default:
      return {
        get: () => ev.evaluate(target, frame),
        set: (value) =>
          target.kind === 'name' ? assignTo(ev, target, value, frame) : letEscape(value, ev.state),
      };
  }
}

/** `list[start:stop] = values`; false if it is not followed. */
function setSlice(
  ev: Evaluator,
  object: Value,
  parts: readonly (Value | undefined)[],
  value: Value,
  node: Expression,
): boolean {
  const all = object.kind === 'list' ? object.cell.content : undefined;
  const range = parts.length === 2 && all ? indices(all.length, parts) : undefined;
  const more = range && range.length > 0 ? iterate(ev, value) : undefined;
  if (object.kind !== 'list' || !all || !range || !more) return false;
  setAll(ev, object, all.toSpliced(range[0]!, range.length, ...more), node);
  return true;
}

const isOneKey = ({ indices: [first, ...more] }: Subscript) =>
  first !== undefined && first.kind !== 'slice' && more.length === 0;

/** `object[:]` */
const isWhole = ({ indices: [first, ...more] }: Subscript) =>
  first?.kind === 'slice' && first.parts.every((part) => part === undefined) && more.length === 0;

/** The elements of one of several tuples of the same length, each joined with those at its place in the others. */
function joinedElements(ev: Evaluator, value: Value): readonly Value[] | undefined {
  if (value.kind !== 'oneOf') return undefined;
  const rows = value.options.map((option) => (option.kind === 'tuple' ? option.elements : undefined));
  const [first] = rows;
  if (!first || !rows.every((row) => row?.length === first.length)) return undefined;
  return ev.state.choosing(value.isChoice === true, () =>
    first.map((_, i) => rows.map((row) => row![i]!).reduce((a, b) => ev.join(a, b))),
  );
}

function unpack(ev: Evaluator, node: Sequence, value: Value, frame: Frame): void {
  const targets = node.elements;
  checkIterated(ev, node, value);
  const all = joinedElements(ev, value) ?? iterate(ev, value);
  const star = targets.findIndex(({ kind }) => kind === 'starred');
  const fits = all && (star < 0 ? all.length === targets.length : all.length >= targets.length - 1);
  if (!fits) {
    if (all) miss(ev, node, value, all.length);
    const count = all?.length ?? ev.library.rows?.(value, ev);
    const isLeast = star >= 0;
    const named = isLeast ? targets.length - 1 : targets.length;
    if (count !== undefined && (isLeast ? count < named : count !== named) && isJudged(ev, value))
      fails(ev, node, unpackFailure(ev, value, count, named, isLeast));
    letContentsEscape(ev, value);
    for (const target of targets) assignTo(ev, target, unknown(target, 'call'), frame);
    return;
  }
  for (const [i, target] of targets.entries()) {
    if (star < 0 || i < star) assignTo(ev, target, all[i]!, frame);
    else if (i > star) assignTo(ev, target, all[all.length - targets.length + i]!, frame);
    else assignTo(ev, target, listOf(ev, all.slice(i, all.length - (targets.length - i - 1)), target), frame);
  }
}

/** `del target` */
export function remove(ev: Evaluator, target: Expression, frame: Frame): void {
  switch (target.kind) {
    case 'name':
      ev.assign(target.name, undefined, frame);
      break;
    case 'tuple':
    case 'list':
      for (const each of target.elements) remove(ev, each, frame);
      break;
    case 'attribute': {
      const object = ev.evaluate(target.object, frame);
      const reason = isJudged(ev, object) ? ev.library.undeletable?.(object, target.name) : undefined;
      if (reason !== undefined) fails(ev, target, { of: 'refused', reason, raises: 'AttributeError' });
      deleteAttribute(ev, object);
      break;
    }
    case 'subscript': {
      const object = ev.evaluate(target.object, frame);
      const keys = target.indices.map((each) => ev.evaluate(each, frame));
      if (isOneKey(target)) {
        if (isJudged(ev, object, keys[0]!)) fails(ev, target, keyFailure(ev, object, keys[0]!));
        checkIndex(ev, target, object, keys[0]!);
        const count =
          object.kind === 'external' && object.isSequence ? iterate(ev, object)?.length : undefined;
        if (count !== undefined && isBeyond(keys[0]!, count)) miss(ev, target, object, count);
        setElement(ev, object, keys[0]!, undefined, target);
      } else if (isWhole(target) && (object.kind === 'list' || object.kind === 'external'))
        ev.call({ kind: 'method', object, name: 'clear', node: target }, NO_ARGUMENTS, target);
      else letEscape(object, ev.state);
      break;
    }
    default:
  }
}

import type { Node } from '../../python/tree';
import type { Evaluator } from './evaluator';
import { lose } from './join';
import { CACHED, type ClassValue, type Fields, NOTHING, str, unknown, type Value } from './value';

/** `object.name` */
export function attributeOf(ev: Evaluator, object: Value, name: string, node: Node): Value {
  switch (object.kind) {
    case 'reference': {
      const path = `${object.name}.${name}`;
      if (ev.isReplaced(path)) return unknown(node, 'changed');
      return ev.library.reference(path, node) ?? { kind: 'reference', name: path, node };
    }
    case 'oneOf':
      return object.options
        .map((option) => attributeOf(ev, option, name, node))
        .reduce((a, b) => ev.join(a, b));
    case 'instance':
      return attributeOfInstance(ev, object, name, node);
    case 'class':
      return attributeOfClass(ev, object, name, node);
    case 'super': {
      const [base] = object.cls.bases;
      const found = base?.kind === 'class' ? memberOf(base, name) : undefined;
      if (found) return bound(ev, found, object.self, base as ClassValue, node);
      return { kind: 'method', object, name, node };
    }
    case 'tuple': {
      const index = object.cls?.fields.findIndex((field) => field.name === name) ?? -1;
      if (index >= 0) return object.elements?.[index] ?? unknown(node, 'call');
      const member = object.cls && memberOf(object.cls, name);
      if (member) return bound(ev, member, object, object.cls!, node);
      return { kind: 'method', object, name, node };
    }
    case 'list':
    case 'dict':
    case 'set':
    case 'repeated':
    case 'str':
    case 'bytes':
    case 'iterator':
    case 'range':
    case 'view':
    case 'int':
    case 'float':
      return { kind: 'method', object, name, node };
    case 'message':
    case 'made':
      return ev.library.attribute(object, name, node, ev) ?? { kind: 'method', object, name, node };
    default:
      return unknown(node, 'call');
  }
}

function attributeOfInstance(
  ev: Evaluator,
  object: Extract<Value, { kind: 'instance' }>,
  name: string,
  node: Node,
): Value {
  const member = memberOf(object.cls, name);
  if (member?.kind === 'made' && member.by === 'builtins.property') {
    const [getter] = member.given.positional;
    return getter?.kind === 'function'
      ? ev.callFunction(getter, { positional: [object], keywords: new Map(), isOpen: false }, node)
      : unknown(node, 'call');
  }
  const { known, isOpen, unsure } = object.fields.content;
  const own = known.get(name);
  if (own && member && unsure?.has(name)) {
    // It may be the class's instead.
    for (const each of [own, member]) lose(each, ev.state);
    return unknown(node, 'branch');
  }
  if (own) return own;
  if (object.cls.form === 'enum' && name === 'name') {
    const entry = [...object.cls.members.content.known].find(
      ([, value]) => value.kind === 'instance' && value.fields === object.fields,
    );
    if (entry) return str(node, entry[0]);
  }
  if (!member) return unknown(node, 'call');
  if (isOpen && member.kind !== 'function' && member.kind !== 'made') {
    lose(member, ev.state);
    return unknown(node, 'call');
  }
  return bound(ev, member, object, object.cls, node);
}

function attributeOfClass(ev: Evaluator, cls: ClassValue, name: string, node: Node): Value {
  const member = memberOf(cls, name);
  if (!member) return unknown(node, 'call');
  if (member.kind === 'made' && member.by === 'builtins.property') return unknown(node, 'call');
  if (member.kind !== 'made') return member;
  return bound(ev, member, cls, cls, node);
}

/** A member of a class, as one of its objects has it. */
function bound(ev: Evaluator, member: Value, self: Value, cls: ClassValue, node: Node): Value {
  if (member.kind === 'made') {
    const [callee] = member.given.positional;
    if (member.by === 'builtins.staticmethod' && callee) return callee;
    if (member.by === 'builtins.classmethod' && callee)
      return partial(callee, self.kind === 'instance' ? self.cls : self.kind === 'tuple' ? cls : self, node);
    if (member.by === 'builtins.property' && callee?.kind === 'function' && self.kind !== 'class')
      return ev.callFunction(callee, { positional: [self], keywords: new Map(), isOpen: false }, node);
    if (member.by !== CACHED) return member.by.startsWith('builtins.') ? unknown(node, 'call') : member;
  }
  if (member.kind === 'function' || member.kind === 'made')
    return self.kind === 'class' && cls === self ? member : partial(member, self, node);
  return member;
}

const partial = (callee: Value, first: Value, node: Node): Value => ({
  kind: 'partial',
  callee,
  given: { ...NOTHING, positional: [first] },
  node,
});

/** What a class or one of its bases in the file defines; undefined too where a base that is not seen may. */
export function memberOf(cls: ClassValue, name: string): Value | undefined {
  for (let at: ClassValue | undefined = cls, depth = 0; at && depth < 32; depth++) {
    const found = at.members.content.known.get(name);
    if (found) return found;
    if (at.bases.length > 1) {
      for (const base of at.bases) {
        const inherited = base.kind === 'class' ? memberOf(base, name) : undefined;
        if (inherited) return inherited;
        if (base.kind !== 'class') return undefined;
      }
      return undefined;
    }
    const [base] = at.bases as readonly Value[];
    at = base?.kind === 'class' ? base : undefined;
  }
  return undefined;
}

/** `object.name = value` */
export function setAttribute(ev: Evaluator, object: Value, name: string, value: Value, node: Node): void {
  switch (object.kind) {
    case 'instance': {
      const member = memberOf(object.cls, name);
      if (member?.kind === 'made' && member.by === 'builtins.property') {
        const setter = member.given.positional[1];
        if (setter?.kind === 'function')
          ev.callFunction(setter, { positional: [object, value], keywords: new Map(), isOpen: false }, node);
        else lose(value, ev.state);
        return;
      }
      put(ev, object.fields, name, value);
      return;
    }
    case 'class':
      put(ev, object.members, name, value);
      return;
    case 'oneOf':
      lose(object, ev.state);
      lose(value, ev.state);
      return;
    default:
      if (ev.library.setAttribute?.(object, name, value, node, ev)) return;
      lose(value, ev.state);
      lose(object, ev.state);
  }
}

export function put(
  ev: Evaluator,
  cell: { content: Fields } & Parameters<Evaluator['state']['write']>[0],
  name: string,
  value: Value,
): void {
  const { known, isOpen, unsure } = cell.content as Fields;
  const left = new Set(unsure);
  left.delete(name);
  ev.state.write(
    cell as never,
    { known: new Map(known).set(name, value), isOpen, ...(left.size > 0 && { unsure: left }) } as never,
  );
}

import type { Arguments, Evaluator, Value } from '../../evaluator';
import { putEntry, update } from '../../evaluator/containers';
import { lastingEntries, UNKNOWN_ENTRIES } from '../../evaluator/join';
import { type DictValue, dictKeyOf, kinds, none, str } from '../../evaluator/value';
import { textMatches } from '../../python/text-matches';
import type { Node } from '../../python/tree';

const ENVIRONMENT = 'os.environ';

/** Code that changes environment variables for a while, or reads them from a file. */
const CHANGING = /\bpatch\.dict\b|\bmonkeypatch\b|\bdotenv\b|\bputenv\b|\bunsetenv\b/;

/** Whether a function may be about them. */
export const isOfSystem = (name: string): boolean => name.startsWith('os.');

/** Environment variables: what the program itself gives them, until it gives them something else. */
export class EnvironmentVariables {
  private written: DictValue | undefined;

  call(name: string, given: Arguments, node: Node, ev: Evaluator): Value | undefined {
    const { positional, keywords, hasUnknownArguments } = given;
    const [key, value] = positional;
    if (hasUnknownArguments) return undefined;
    switch (name) {
      case 'os.getenv':
      case `${ENVIRONMENT}.get`:
        return (
          (key && this.get(key, ev)) ?? whereMissing(value ?? keywords.get('default') ?? none(node), node, ev)
        );
      case `${ENVIRONMENT}.update`:
        if (key?.kind === 'dict') update(ev, this.all(node, ev), key);
        else if (key) ev.state.write(this.all(node, ev).cell, UNKNOWN_ENTRIES);
        for (const [each, text] of keywords) putEntry(ev, this.all(node, ev), str(node, each), text);
        return none(node);
      case `${ENVIRONMENT}.pop`:
      case `${ENVIRONMENT}.clear`:
        if (this.written) ev.state.write(this.written.cell, UNKNOWN_ENTRIES);
        return undefined;
      default:
        return undefined;
    }
  }

  /** `os.environ[key]`, if the program has set it. */
  element(object: Value, key: Value, ev: Evaluator): Value | undefined {
    return isEnvironment(object) ? (this.get(key, ev) ?? str(key.node, undefined)) : undefined;
  }

  /** `os.environ[key] = value`; whether that was it. */
  setElement(object: Value, key: Value, value: Value | undefined, ev: Evaluator): boolean {
    if (!isEnvironment(object)) return false;
    const all = this.all(key.node, ev);
    if (value) putEntry(ev, all, key, value);
    else ev.state.write(all.cell, UNKNOWN_ENTRIES);
    return true;
  }

  private get(key: Value, { tree }: Evaluator): Value | undefined {
    const id = this.written && !textMatches(tree, CHANGING) ? dictKeyOf(key) : undefined;
    return id === undefined ? undefined : this.written!.cell.content.known.get(id)?.value;
  }

  private all(node: Node, ev: Evaluator): DictValue {
    this.written ??= { kind: 'dict', cell: lastingEntries(ev.state), node };
    return this.written;
  }
}

const isEnvironment = (object: Value): boolean => object.kind === 'reference' && object.name === ENVIRONMENT;

/** An environment variable is a string; where it may be missing, it is its default. */
const whereMissing = (value: Value, node: Node, ev: Evaluator): Value | undefined =>
  SIMPLE.has(value.kind) ? ev.join(str(node, undefined), value) : undefined;
const SIMPLE = kinds('none', 'bool', 'int', 'float', 'str');

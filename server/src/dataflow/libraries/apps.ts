import type { Value } from '../../evaluator';
import { kinds, none, passing, unknown } from '../../evaluator/value';
import { about } from './by-package';

/** The call that runs the main function of a program, on the command line without its flags. */
export const appRun = about<Value>(
  (name) => RUN.test(name),
  (_name, { positional, keywords }, node, ev) => {
    const main = positional[0] ?? keywords.get('main');
    if (!main || !CALLABLE.has(main.kind)) return undefined;
    const parser = positional[2] ?? keywords.get('flags_parser');
    const line = unknown(node, 'call');
    ev.call(main, passing(parser ? ev.call(parser, passing(line), node) : line), node);
    return none(node);
  },
);

const RUN = /^(?:absl|tensorflow\.compat\.v1)\.app\.run$/;

const CALLABLE: ReadonlySet<Value['kind']> = kinds('function', 'partial');

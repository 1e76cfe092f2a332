import type { TextEdit } from '../../../basics/range';
import { parameterFor, type Setting } from '../../../catalogue';
import { type ApiCall, argumentOf } from '../../../dataflow/calls/python-file';
import { addArguments, replaceNode } from './edits';

/** Writes numbers as arguments of a complete call, in place of what is given there. */
export function giveNumbers(
  text: string,
  call: ApiCall,
  numbers: readonly (readonly [Setting, number])[],
): TextEdit[] {
  const edits: TextEdit[] = [];
  const added: string[] = [];
  for (const [setting, value] of numbers) {
    const parameter = parameterFor(call.entry, setting);
    if (!parameter) continue;
    const given = argumentOf(call, parameter.name);
    if (given) edits.push(replaceNode(given, String(value)));
    else added.push(`${parameter.name}=${value}`);
  }
  return added.length === 0 ? edits : [...edits, ...addArguments(text, call.node, added)];
}

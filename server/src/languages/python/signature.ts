import { activeParameter, type Parameter, signatureLabel } from '../../catalogue';
import { asArgument } from '../../dataflow/calls/arguments';
import type { ApiCall, PythonFile } from '../../dataflow/calls/python-file';
import { argumentIndexAt, callAt, isInComment } from '../../python/tree';
import type { SignatureHelp } from '../answers';
import { entrySummary, parameterSummary } from './documentation';
import { passedCallOf } from './lookup';

/** Undefined unless the innermost call around the offset is one of the catalogue. */
export function signaturePython(file: PythonFile, offset: number): SignatureHelp | undefined {
  if (isInComment(file.tree, offset)) return undefined;
  const around = callAt(file.tree, offset);
  const call = around && passedCallOf(file, around);
  if (!call || call.entry.anyArguments || offset <= call.node.open) return undefined;
  const { entry, node } = call;
  const place = argumentIndexAt(node, offset);
  const given = node.arguments.map(asArgument);
  const begun = nameBegunAt(file, call, place, offset);
  return {
    ...signatureLabel(entry),
    // `*` and `**` pass arguments that the source does not show.
    activeParameter: begun ? entry.parameters.indexOf(begun) : activeParameter(entry, given, place),
    documentation: entrySummary(entry),
    parameterDocumentation: entry.parameters.map((parameter) => parameterSummary(entry, parameter)),
  };
}

/** The parameter whose name the word before an offset may become, if that word is the whole argument. */
function nameBegunAt(
  { text }: PythonFile,
  { node, entry, binding }: ApiCall,
  place: number,
  offset: number,
): Parameter | undefined {
  const argument = node.arguments[place];
  if (argument?.kind !== 'positional' || argument.value.kind !== 'name' || argument.end !== offset)
    return undefined;
  const word = text.slice(argument.start, offset);
  const begins = ({ name, kind }: Parameter) => !kind.startsWith('var-') && name.startsWith(word);
  const own = entry.keywordOnly ? undefined : binding.parameters[place];
  if (own && begins(own)) return own;
  const isFree = (parameter: Parameter) =>
    binding.parameters.every((other, index) => other !== parameter || index === place);
  return entry.parameters.find((parameter) => begins(parameter) && isFree(parameter));
}

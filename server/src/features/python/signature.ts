import { activeParameter, signatureLabel } from '../../api';
import { asArgument, type PythonFile } from '../../calls/python-file';
import { argumentIndexAt, callAt, isInComment } from '../../python/tree';
import { entryDocumentation, parameterDocumentation } from './documentation';
import { apiCallOf } from './names';

/** The signature of the call around an offset, as an editor shows it. */
export interface SignatureHelp {
  readonly label: string;
  /** Offsets into the label: start, and end (exclusive). */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  /** Index of the parameter that is being given; undefined where all are, or where it is none of them. */
  readonly activeParameter: number | undefined;
  /** Markdown. */
  readonly documentation: string;
  /** Markdown for each parameter. */
  readonly parameterDocumentation: readonly string[];
}

/** Undefined unless the innermost call around the offset is one of the catalogue. */
export function signatureHelp(file: PythonFile, offset: number): SignatureHelp | undefined {
  if (isInComment(file.tree, offset)) return undefined;
  const node = callAt(file.tree, offset);
  const call = node && apiCallOf(file, node);
  if (!node || !call || call.entry.anyArguments) return undefined;
  const { entry } = call;
  const place = argumentIndexAt(node, offset);
  return {
    ...signatureLabel(entry),
    // Stars stand for arguments that the source does not show.
    activeParameter: activeParameter(entry, node.arguments.map(asArgument), place),
    documentation: entryDocumentation({ ...entry, parameters: [] }),
    parameterDocumentation: entry.parameters.map((parameter) => parameterDocumentation(entry, parameter)),
  };
}

import type { PythonFile } from '../../calls/python-file';

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

export function signatureHelp(_file: PythonFile, _offset: number): SignatureHelp | undefined {
  return undefined;
}

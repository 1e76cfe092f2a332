import { isUtf8 } from 'node:buffer';
import { resolve } from 'node:path';
import { type Decoded, decode } from '../../basics/decode';
import type { NearbyFiles, NearbyTables } from '../../dataflow/messages/read-files';
import { isDependencyFile } from '../../languages/dependencies';
import { Analyzer } from '../../languages/snapshot';
import type { ProjectConfiguration } from '../../project/configuration-file/project-configuration';
import { UNREAD_NAMES } from '../../project/names/names';
import { DEFAULT_SETTINGS, type Settings } from '../../project/settings';
import { isNotebook } from '../../python/notebooks';
import { type CheckResult, checkText, type Kind } from '../../reports/check';
import { type Fixable, type Fixed, fixText } from '../../reports/fixed';
import type { Note } from '../../reports/report';
import type { Failure } from '../../rules/guard';
import { builtin } from '../../schema/builtin';
import { combine, type Schema } from '../../schema/types';
import type { Values } from '../command';
import { isPython, type Source } from '../files/files';
import { NearbyFacts } from '../files/nearby-facts';
import { programInputs } from '../files/program-inputs';
import { namedSets } from '../files/schema';
import { settingsFrom } from '../input/settings-options';

export interface Checked extends CheckResult {
  readonly failures: readonly Failure[];
  /** Whether its problems depend on the tables of the folder around it. */
  readonly asksForTables: boolean;
  /** The fixed text, which the report is about, if something was fixed. */
  readonly fixed?: Fixed;
  /** Why possible fixes were not applied. */
  readonly unfixed?: string;
}

/** A file to check. */
export interface Task extends Source {
  /** The tables of the folder around it, once they are known. */
  readonly tables?: NearbyTables;
  /** Whether the file is standard input. */
  readonly isInput?: boolean;
  /** Whether the report holds fixes. */
  readonly withFixes: boolean;
  /** Whether the file is fixed first. */
  readonly fix: boolean;
}

const FAILED: Note = {
  code: 'internal-error',
  message: 'An internal error kept it from being checked.',
};

/** The result for a file that an internal error keeps from being checked. */
export const notChecked = (path: string): CheckResult => ({
  report: { path, parts: [], note: FAILED },
  names: UNREAD_NAMES,
});

/** Checks files. A failure in one file does not affect the reports of the others. */
export class FileChecker {
  private failures: Failure[] = [];
  private readonly analyzers = new Map<ProjectConfiguration | undefined, Analyzer>();
  private readonly sets: readonly Schema[];
  private readonly settings: Partial<Settings>;

  constructor(
    values: Values,
    private readonly nearby = new NearbyFacts(values),
  ) {
    this.sets = namedSets(values);
    this.settings = settingsFrom(values);
  }

  check({ path, named, bytes, tables, withFixes, fix }: Task): Checked {
    this.failures = [];
    let checked: ReturnType<typeof fixBytes<CheckResult>> = { result: notChecked(path) };
    let asksForTables = false;
    const analyzer = this.analyzerOf(path);
    analyzer.guard(path).run(undefined, () => {
      const environment = () => this.nearby.environment(path);
      const files: NearbyFiles = {
        ...this.filesOf(path, analyzer),
        tables() {
          asksForTables = true;
          return tables;
        },
      };
      const kind = kindOf(path);
      const options = { analyzer, name: path, path: resolve(path), named, withFixes, environment, files };
      const check = (decoded: Decoded) => checkText(decoded, kind, options);
      const isProgram = kind === 'python';
      checked = fix ? fixBytes(bytes, isProgram, check) : { result: check(decode(bytes, isProgram)).result };
    });
    const { result, ...fixes } = checked;
    const failures = this.failures.map((failure) => ({ ...failure, path }));
    return { ...result, ...fixes, failures, asksForTables };
  }

  /** The command line overrides the configuration file, and that overrides the defaults. */
  private analyzerOf(path: string): Analyzer {
    const configuration = this.nearby.configuration(path);
    const known = this.analyzers.get(configuration);
    if (known) return known;
    const { schema = builtin } = configuration ?? {};
    const settings = { ...DEFAULT_SETTINGS, ...configuration?.settings };
    const rules = { ...settings.rules, ...this.settings.rules };
    const analyzer = new Analyzer(
      combine(schema, ...this.sets),
      { ...settings, ...this.settings, rules },
      (failure) => this.failures.push(failure),
    );
    this.analyzers.set(configuration, analyzer);
    return analyzer;
  }

  private filesOf(path: string, { maxFileBytes: maxSize }: Analyzer): NearbyFiles {
    const folder = this.nearby.top(path);
    return programInputs({ path: resolve(path), folder, within: [folder], maxSize });
  }
}

function kindOf(path: string): Kind {
  if (isNotebook(path)) return 'notebook';
  return isPython(path) ? 'python' : isDependencyFile(path) ? 'requirements' : 'textproto';
}

/** Fixes a file until no fix is left, and returns the remaining problems. */
function fixBytes<Result>(
  bytes: Buffer,
  isPython: boolean,
  check: (decoded: Decoded) => Fixable<Result>,
): { readonly result: Result; readonly fixed?: Fixed; readonly unfixed?: string } {
  if (isUtf8(bytes)) return fixText(bytes.toString('utf8'), (text) => check({ text, misfits: [] }));
  const { result, fixes } = check(decode(bytes, isPython));
  return fixes().count === 0 ? { result } : { result, unfixed: 'it is not UTF-8. The file is unchanged.' };
}

import { lineIndex, type Position } from '../../basics/line-index';
import { builtin } from '../../schema/builtin';
import { readIgnores } from '../../schema/ignore';
import { combine, type Schema } from '../../schema/types';
import type { FolderPatterns } from '../files/excluded-files';
import { type Folder, fileText, nearest, type Search, schemaOf } from '../nearby';
import type { Settings } from '../settings';
import { type AcceptedInFile, BASELINE_NAME, type Baseline, MAX_BASELINE, readBaseline } from './baseline';
import { MAX_PROJECT_FILE, PROJECT_FILES, patternsFrom, readProjectFile } from './project-file';

/** The content of a configuration file, which applies to the files around it. */
export interface ProjectConfiguration {
  /** Its paths and patterns are relative to this folder. */
  readonly folder: Folder;
  readonly fileName: string;
  readonly settings: Partial<Settings>;
  readonly schema: Schema;
  readonly excludes: FolderPatterns;
  /** The problems that its files may have. */
  readonly baseline: Baseline | undefined;
  readonly problems: readonly PlacedProblem[];
}

interface PlacedProblem {
  readonly message: string;
  /** It counts nevertheless. */
  readonly isNotice: boolean;
  readonly start: Position;
  readonly end: Position;
}

/** The configuration of the nearest folder that has one. */
export const configurationAround = (folder: Folder): Search<ProjectConfiguration | undefined> =>
  nearest('configuration', folder, configurationIn);

function* configurationIn(folder: Folder): Search<ProjectConfiguration | undefined> {
  for (const name of PROJECT_FILES) {
    const text = yield* fileText(folder, [name], MAX_PROJECT_FILE);
    const found = text === undefined ? undefined : yield* readConfiguration(folder, name, text);
    if (found) return found;
  }
  return undefined;
}

/** The accepted problems of a file, by its absolute path with slashes. */
export function acceptedIn(
  found: ProjectConfiguration | undefined,
  path: string,
): AcceptedInFile | undefined {
  const folder = `${found?.folder.path}/`;
  return path.startsWith(folder) ? found?.baseline?.get(path.slice(folder.length)) : undefined;
}

/** The configuration in a file's text, if there is one. */
export function* readConfiguration(
  folder: Folder,
  fileName: string,
  text: string,
): Search<ProjectConfiguration | undefined> {
  const file = readProjectFile(fileName, text);
  if (!file) return undefined;
  const { settings, placeOfSet } = file;
  const { filePatterns = [], exclude = [], descriptorSets = [] } = settings;
  const problems: (typeof file.problems)[number][] = [...file.problems];
  const schemas: Schema[] = [];
  for (const path of descriptorSets) {
    const schema = yield* schemaOf(folder, path);
    if (typeof schema === 'string') problems.push({ message: schema, ...placeOfSet(path) });
    else if (schema) schemas.push(schema);
  }
  const accepted = yield* fileText(folder, [BASELINE_NAME], MAX_BASELINE);
  const baseline = accepted === undefined ? undefined : readBaseline(accepted);
  if (accepted !== undefined && !baseline)
    problems.push({
      message: `${BASELINE_NAME} beside this file is not a baseline. Write it again with check --write-baseline.`,
      start: 0,
      end: 1,
    });
  const { position } = lineIndex(text);
  const positionAt = (offset: number) => position(Math.min(offset, text.length));
  return {
    folder,
    fileName,
    settings: { ...settings, filePatterns: patternsFrom(filePatterns, folder.path) },
    schema: combine(builtin, ...schemas),
    baseline,
    excludes: { folder: folder.path, ignores: readIgnores(exclude) },
    problems: problems.map(({ message, isNotice = false, start, end }) => ({
      message,
      isNotice,
      start: positionAt(start),
      end: positionAt(end),
    })),
  };
}

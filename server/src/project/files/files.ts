import { type Glob, readGlob } from '../../schema/glob';
import { TEXT_FORMAT_ENDINGS } from '../../textproto/file-names';

const ENDINGS = [...TEXT_FORMAT_ENDINGS, 'py', 'ipynb'];

/** The names of files that may be relevant. Their content decides. */
export const ENDING = new RegExp(`\\.(?:${ENDINGS.join('|')})$`, 'i');

/** The same as a glob. */
export const FILES_GLOB = `**/*.{${ENDINGS.join(',')}}`;

/** Folders that tools fill. */
const TOOL_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'site-packages']);

/** The file that only the root of a virtual environment has. */
export const ENVIRONMENT_MARK = 'pyvenv.cfg';

/** Whether the user excludes a file or folder, by its path from the workspace folder. */
type Excluded = (path: string) => boolean;

/** `setting` is the editor's `files.exclude`: globs, and whether each is on. */
export function excludedFiles(setting: unknown): Excluded {
  const globs = typeof setting === 'object' && setting !== null ? Object.entries(setting) : [];
  const excludes = globs.flatMap(([glob, counts]) => (counts === true ? (readGlob(glob) ?? []) : []));
  return (path) => isExcluded(path, excludes);
}

/** Whether a path goes through a folder that is never searched. */
export const isInToolFolder = (path: string): boolean => path.split('/').some(isToolFolder);

/** Hidden folders hold caches, environments and the data of version control. */
const isToolFolder = (name: string) => TOOL_FOLDERS.has(name) || name.startsWith('.');

/** A glob that matches a folder excludes everything in it. */
function isExcluded(path: string, excludes: readonly Glob[]): boolean {
  if (excludes.length === 0) return false;
  const names = path.split('/');
  return names.some((_, i) => excludes.some((fits) => fits(names.slice(0, i + 1).join('/'))));
}

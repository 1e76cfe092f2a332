// The code that analyzes texts. A separate bundle, which the server loads after it has answered `initialize`.

export { decodeBase64, encodeBase64 } from '../basics/base64';
export { decode } from '../basics/decode';
export { lineIndex } from '../basics/line-index';
export { releasesText } from '../catalogue/releases';
export { completionDocumentation } from '../languages';
export { fixAll } from '../languages/fixes';
export { Analyzer } from '../languages/snapshot';
export {
  MAX_PROJECT_FILE,
  PROJECT_FILES,
  patternsFrom,
  readProjectFile,
} from '../project/configuration-file/project-file';
export { ENDING, ENVIRONMENT_MARK, excludedFiles, FILES_GLOB, isInToolFolder } from '../project/files/files';
export { IGNORE_FILES, isIgnored } from '../project/files/ignore-files';
export { DEFAULT_SETTINGS, readSettings } from '../project/settings';
export { DEPENDENCY_GLOBS } from '../project/tensorflow/dependency-files';
export { findTensorflow, MAX_DEPENDENCY_FILE } from '../project/tensorflow/folder';
export { ask } from '../reports/assistants';
export { extracted, headed, nothingFound } from '../reports/extraction/report';
export { searchPath } from '../reports/extraction/search';
export { convertFile } from '../reports/forms/convert';
export { builtin } from '../schema/builtin';
export { ignoresWithin, readIgnores } from '../schema/ignore';
export { combine } from '../schema/types';
export { readClosed } from './documents/closed-document';
export { OpenDocument, pathOf } from './documents/open-document';
export { OpenNotebook } from './documents/open-notebook';
export { loadSchema, locateSets, watchersOf } from './files/descriptor-sets';
export { ProgramFiles } from './files/program-files';
export { compareWith } from './requests/comparison';

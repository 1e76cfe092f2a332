// The code that analyzes texts. A separate bundle, which the server loads after it has answered `initialize`.

export { decodeBase64, encodeBase64 } from '../basics/base64';
export { newerText } from '../catalogue/environment';
export { releasesText } from '../catalogue/releases';
export { completionDocumentation } from '../languages';
export { isDependencyFile } from '../languages/dependencies';
export { fixAll } from '../languages/fixes';
export { editOptimizer } from '../languages/optimizer/values';
export { Analyzer } from '../languages/snapshot';
export { BASELINE_NAME } from '../project/configuration-file/baseline';
export { acceptedIn, configurationAround } from '../project/configuration-file/project-configuration';
export { PROJECT_FILES } from '../project/configuration-file/project-file';
export { DEPENDENCY_FILES, DEPENDENCY_GLOBS } from '../project/environment/dependency-files';
export { environmentAround } from '../project/environment/folder';
export { listingsAround } from '../project/environment/listings';
export {
  excludes,
  excludesWithin,
  IGNORE_FILES,
  ignoreFilesAround,
  isIgnored,
} from '../project/files/excluded-files';
export { ENDING, ENVIRONMENT_MARK, excludedFiles, FILES_GLOB, isInToolFolder } from '../project/files/files';
export { changedSettings, DEFAULT_SETTINGS, readSettings } from '../project/settings';
export { ask } from '../reports/assistants';
export { readingOf } from '../reports/assistants/allowed-files';
export { diagnosed } from '../reports/doctor';
export { extracted, headed, nothingFound } from '../reports/extraction/report';
export { searchPath } from '../reports/extraction/search';
export { convertFile } from '../reports/forms/convert';
export { smallestText } from '../reports/issue';
export { builtin } from '../schema/builtin';
export { readIgnores } from '../schema/ignore';
export { readClosed } from './documents/closed-document';
export { OpenDocument } from './documents/open-document';
export { OpenNotebook } from './documents/open-notebook';
export { ProgramInputs } from './documents/program-inputs';
export { unaccepted } from './documents/unaccepted';
export { loadSchema, locateSets, watchersOf } from './files/descriptor-sets';
export { compareWith } from './requests/comparison';

// What the server loads after it has answered `initialize`: all that reads and judges texts. A bundle of its own.
export { completionDocumentation } from '../languages';
export { fixAll } from '../languages/fixes';
export { Analyzer } from '../languages/snapshot';
export { DEPENDENCY_GLOBS } from '../releases/dependency-files';
export { findTensorflow, MAX_DEPENDENCY_FILE } from '../releases/folder';
export { releasesText } from '../releases/releases';
export { builtin } from '../schema/builtin';
export { DEFAULT_SETTINGS, readSettings } from '../settings';
export { ENDING, ENVIRONMENT_MARK, excludedFiles, FILES_GLOB, isInToolFolder } from '../workspace/files';
export { readClosed } from './closed-document';
export { loadSchema, locateSets, watchersOf } from './descriptor-sets';
export { OpenDocument } from './open-document';
export { OpenNotebook } from './open-notebook';
export { ProgramFiles } from './program-files';

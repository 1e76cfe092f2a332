import type { FileSystemWatcher } from 'vscode-languageserver';
import { errorMessage } from '../../basics/error-message';
import { excerpt } from '../../basics/excerpt';
import { MAX_DESCRIPTOR_SET_MIB, type Report, show } from '../../project/settings';
import { builtin } from '../../schema/builtin';
import { combine, type Schema } from '../../schema/types';
import type { FileSystem } from './file-system';

/** A file that the setting `descriptorSets` names. */
export interface SetFile {
  /** As the user wrote it. */
  readonly path: string;
  readonly uri: string;
}

/** Where the descriptor sets are; paths may count from the workspace folder. */
export function locateSets(paths: readonly string[], folder: string | undefined, report: Report): SetFile[] {
  return paths.flatMap((path) => {
    try {
      return { path, uri: locate(path, folder) };
    } catch (error) {
      report(`${problemWith(path)}: ${errorMessage(error)}`);
      return [];
    }
  });
}

/** Our message types and those of the sets that can be read. */
export async function loadSchema(
  files: readonly SetFile[],
  { readFile }: Pick<FileSystem, 'readFile'>,
  report: Report,
): Promise<Schema> {
  if (files.length === 0) return builtin;
  const { readDescriptorSet } = await import('../../schema/descriptor-set');
  const schemas: Schema[] = [builtin];
  for (const { path, uri } of files) {
    try {
      schemas.push(readDescriptorSet(await readFile(uri, MAX_DESCRIPTOR_SET_MIB * 1024 * 1024)));
    } catch (error) {
      report(`${problemWith(path)}: ${errorMessage(error)}`);
    }
  }
  return combine(...schemas);
}

/** The files that a client must watch to report changes of the sets. It may report other files, too. */
export function watchersOf(
  files: readonly SetFile[],
  folder: string | undefined,
  relativePatterns: boolean,
): FileSystemWatcher[] {
  return files.map(({ uri }) => {
    const inFolder = folder !== undefined && uri.startsWith(`${folder}/`);
    const name = uri.slice(uri.lastIndexOf('/') + 1);
    if (!relativePatterns) return { globPattern: `**/${globOf(name)}` };
    // A folder that does not exist yet cannot be watched itself.
    const baseUri = inFolder ? folder : uri.slice(0, -name.length - 1);
    return { globPattern: { baseUri, pattern: globOf(uri.slice(baseUri.length + 1)) } };
  });
}

const problemWith = (path: string) => `tpuEmbedding.descriptorSets: ${show(path)}`;

/**
 * The URI of a path. Throws an Error with a sentence for the user if the path cannot lead to a file on this computer or in
 * the workspace folder.
 */
const locate = (path: string, folder: string | undefined): string => new URL(uriOf(path, folder)).href;

function uriOf(path: string, folder: string | undefined): string {
  const encode = (parts: readonly string[]) => parts.map(encodeURIComponent).join('/');
  // Opening a network share reveals the user to its owner, so settings may not name one, except below the workspace folder.
  const remote = new Error(
    'It is on another computer. Copy it to this one, or write its path from the workspace folder.',
  );
  if (/^[/\\]{2}/.test(path)) throw remote;
  if (path.startsWith('/')) return `file://${encode(path.split('/'))}`;
  if (/^[a-z]:/i.test(path)) return `file:///${encode(path.split(/[/\\]/))}`;
  if (/^[a-z][a-z0-9+.-]+:/i.test(path)) {
    const { protocol, host, pathname } = new URL(path);
    if (protocol !== 'file:')
      throw new Error(`Only files on this computer are read, not ${excerpt(protocol)}`);
    if (host !== '' || pathname.startsWith('//')) throw remote;
    return path;
  }
  if (folder === undefined) throw new Error('It counts from the workspace folder, but none is open.');
  return `${folder}/${encode(path.split(/[/\\]/))}`;
}

/** Each character with a meaning in globs becomes `?`. */
function globOf(uriPath: string): string {
  return decodeURIComponent(uriPath).replaceAll(/[*?{}[\]]/g, '?');
}

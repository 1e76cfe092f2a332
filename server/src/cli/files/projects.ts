import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { decode } from '../../basics/decode';
import { errorMessage } from '../../basics/error-message';
import { lineIndex } from '../../basics/line-index';
import { isUnreadable, readFile, readUnlessFolder } from '../../basics/regular-file';
import {
  JSON_NAME,
  MAX_PROJECT_FILE,
  PROJECT_FILES,
  type Problem,
  patternsFrom,
  readProjectFile,
} from '../../project/configuration-file/project-file';
import { DEFAULT_SETTINGS, type Settings } from '../../project/settings';
import { builtin } from '../../schema/builtin';
import { type Ignores, readIgnores } from '../../schema/ignore';
import { combine, type Schema } from '../../schema/types';
import { UsageError, type Values } from '../command';
import { pathInside } from './paths';
import { setOf } from './schema';

/** The content of a configuration file, which applies to the files around it. */
export interface Project {
  /** The folder that its paths and patterns are relative to. */
  readonly folder: string;
  readonly settings: Settings;
  readonly schema: Schema;
  readonly excludes: Ignores;
}

/** Finds the configuration of each file. Only the nearest one in a folder above counts. */
export class Projects {
  /** The problems of all configuration files that were read, with their places. */
  readonly problems: string[] = [];
  private readonly byFolder = new Map<string, Project | undefined>();
  private readonly named: { readonly project: Project | undefined } | undefined;

  constructor({ config, 'no-config': none }: Values) {
    if (none) this.named = { project: undefined };
    else if (config !== undefined) this.named = { project: this.readNamed(String(config)) };
  }

  around(path: string): Project | undefined {
    return this.in(dirname(resolve(path)));
  }

  /** The configuration for the files in a folder, given by its absolute path. */
  in(folder: string): Project | undefined {
    if (this.named) return this.named.project;
    if (!this.byFolder.has(folder)) {
      const parent = dirname(folder);
      this.byFolder.set(folder, this.find(folder) ?? (parent === folder ? undefined : this.in(parent)));
    }
    return this.byFolder.get(folder);
  }

  private find(folder: string): Project | undefined {
    for (const name of PROJECT_FILES) {
      const path = join(folder, name);
      const file = this.readFound(path, name);
      if (file) return file;
    }
    return undefined;
  }

  private readFound(path: string, name: string): Project | undefined {
    if (!existsSync(path)) return undefined;
    try {
      const bytes = readUnlessFolder(path, { maxSize: MAX_PROJECT_FILE });
      return bytes && this.read(path, decode(bytes).text);
    } catch (error) {
      if (!isUnreadable(error)) throw error;
      // Such a file has other purposes, and may contain no configuration for this tool.
      if (name === JSON_NAME) this.problems.push((error as Error).message);
      return undefined;
    }
  }

  private readNamed(path: string): Project {
    const project = this.read(path, decode(readFile(path, { maxSize: MAX_PROJECT_FILE })).text);
    if (!project) throw new UsageError(`--config: ${path} has no table [tool.tpu-embedding].`);
    return project;
  }

  private read(path: string, text: string): Project | undefined {
    const file = readProjectFile(path, text);
    if (!file) return undefined;
    const { position } = lineIndex(text);
    const report = ({ start, message }: Problem) => {
      const { line, character } = position(Math.min(start, text.length));
      this.problems.push(`${shown(path)}:${line + 1}:${character + 1}: ${message}`);
    };
    for (const problem of file.problems) report(problem);
    const folder = dirname(resolve(path));
    const settings = { ...DEFAULT_SETTINGS, ...file.settings };
    const sets = settings.descriptorSets.flatMap((set) => {
      try {
        return setOf(folder, set);
      } catch (error) {
        const message = errorMessage(error);
        report({ message, ...file.placeOfSet(set) });
        return [];
      }
    });
    return {
      folder,
      settings: { ...settings, filePatterns: patternsFrom(settings.filePatterns, folder) },
      schema: combine(builtin, ...sets),
      excludes: readIgnores(settings.exclude),
    };
  }
}

/** The path as a user would write it. */
const shown = (path: string) => pathInside('', path) ?? path;

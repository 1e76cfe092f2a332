import { lineIndex } from '../../basics/line-index';
import { languageOf } from '../../languages';
import type { Analysis, AnalyzeOptions } from '../../languages/language';
import { python } from '../../languages/python';
import { isNotebook, positionsInCells, positionsInJson, readNotebook } from '../../python/notebooks';
import { uriPath } from '../files/uri-keys';
import type { Positions } from './positions';

/** A file that is not open in the editor. */
interface ClosedDocument extends Positions {
  readonly version: null;
  readonly analysis: Analysis;
}

/** Undefined for a notebook that is broken or in another language. */
export function readClosed(
  uri: string,
  text: string,
  options: Omit<AnalyzeOptions, 'path'>,
): ClosedDocument | undefined {
  const path = uriPath(uri);
  const analyzeOptions = { ...options, path };
  if (!isNotebook(path)) {
    const analysis = languageOf('', path, text).analyze(text, analyzeOptions);
    return new TextFile(uri, analysis, lineIndex(text).position);
  }
  const cells = readNotebook(text);
  if (!cells) return undefined;
  const analysis = python.analyze(cells.text, { ...analyzeOptions, partEnds: cells.partEnds });
  let find: Positions['positionAt'] | undefined;
  const positionAt: Positions['positionAt'] = (offset) => {
    find ??= positionsInJson(text, cells);
    return find(offset);
  };
  return new TextFile(uri, analysis, positionAt, positionsInCells(cells));
}

class TextFile implements ClosedDocument {
  readonly version = null;

  constructor(
    readonly uri: string,
    readonly analysis: Analysis,
    readonly positionAt: Positions['positionAt'],
    readonly cellAt?: Positions['cellAt'],
  ) {}

  ownerOf(): Positions {
    return this;
  }
}

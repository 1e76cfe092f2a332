import { lineIndex } from '../../basics/line-index';
import { languageOf } from '../../languages';
import type { Analysis, AnalyzeOptions } from '../../languages/language';
import { python } from '../../languages/python';
import { isNotebook, positionsInCells, positionsInJson, readNotebook } from '../../python/notebooks';
import { pathOf } from '../files/uri-keys';
import type { Positions } from '../requests/positions';

/** A file that is in no editor. */
interface ClosedDocument extends Positions {
  readonly version: null;
  readonly analysis: Analysis;
}

/** Undefined for a notebook that is broken or holds another language. */
export function readClosed(
  uri: string,
  text: string,
  terms: Omit<AnalyzeOptions, 'path'>,
): ClosedDocument | undefined {
  const path = pathOf(uri);
  const options = { ...terms, path };
  if (!isNotebook(path)) {
    const analysis = languageOf('', path, text).analyze(text, options);
    return new TextFile(uri, analysis, lineIndex(text).position);
  }
  const cells = readNotebook(text);
  if (!cells) return undefined;
  const analysis = python.analyze(cells.text, { ...options, partEnds: cells.partEnds });
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

import { languageOf } from '../languages';
import type { Analysis } from '../languages/language';
import { python } from '../languages/python';
import type { Analyzer } from '../languages/snapshot';
import { readNotebook } from '../python/notebooks';
import { lineIndex } from '../text/line-index';
import type { Positions } from './convert';
import { pathOf } from './open-document';

/** A file that is in no editor. */
export interface ClosedDocument extends Positions {
  readonly version: null;
  readonly analysis: Analysis;
}

/** Undefined for a notebook that is broken or holds another language. */
export function readClosed(uri: string, text: string, analyzer: Analyzer): ClosedDocument | undefined {
  const path = pathOf(uri);
  const options = { analyzer, path };
  if (!/\.ipynb$/i.test(path)) {
    const analysis = languageOf('', path, text).analyze(text, options);
    return new TextFile(uri, analysis, lineIndex(text).position);
  }
  const cells = readNotebook(text);
  // The protocol has no names for the cells of a notebook that is in no editor.
  return (
    cells && new TextFile(uri, python.analyze(cells.text, { ...options, partEnds: cells.partEnds }), atStart)
  );
}

class TextFile implements ClosedDocument {
  readonly version = null;

  constructor(
    readonly uri: string,
    readonly analysis: Analysis,
    readonly positionAt: Positions['positionAt'],
  ) {}

  ownerOf(): Positions {
    return this;
  }
}

const atStart = () => ({ line: 0, character: 0 });

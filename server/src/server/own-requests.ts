// Requests beyond the Language Server Protocol about a configuration or an optimizer.

import { RequestType } from 'vscode-languageserver';
import type { Strategy } from '../derivation/strategy';
import * as own from '../protocol';
import type { Settings } from '../settings';
import { toDerivedConfiguration, toOptimizerAtPlace, toTextEdit } from './convert';
import { type DocumentRequest, request } from './request';

export const strategyOf = (settings: Settings): Strategy => ({
  numHosts: settings['derive.numHosts'] ?? undefined,
  numReplicas: settings['derive.numReplicas'] ?? undefined,
  perReplicaBatchSize: settings['derive.perReplicaBatchSize'] ?? undefined,
  numCoresPerReplica: settings['derive.numCoresPerReplica'] ?? undefined,
});

const derive = request(new RequestType<own.DeriveParams, own.DerivedConfiguration[], void>(own.derive), {
  answersNewest: true,
  empty: [],
  answer: (document, _, { analyzer: { settings } }) =>
    document.analysis.derive?.(strategyOf(settings)).map((found) => toDerivedConfiguration(document, found)),
});

const optimizerAt = request(
  new RequestType<own.OptimizerAtParams, own.OptimizerAtPlace | null, void>(own.optimizerAt),
  {
    answersNewest: true,
    answer(document, { position }) {
      const found = document.analysis.optimizerAt(document.offsetAt(position));
      if (!found) return undefined;
      return toOptimizerAtPlace(document, document.isDerived ? { ...found, editable: new Map() } : found);
    },
  },
);

const optimizerEdit = request(
  new RequestType<own.OptimizerEditParams, own.OptimizerEditResult, void>(own.optimizerEdit),
  {
    answersNewest: true,
    empty: { reason: 'The language server cannot edit this file.' },
    answer(document, { version, position, changes }) {
      if (version !== document.version) return { reason: 'The text has changed since the preview was made.' };
      const edit = document.analysis.editOptimizer(document.offsetAt(position), changes);
      if ('reason' in edit) return edit;
      return edit.changes.every(({ start }) => document.owns(start))
        ? { edits: edit.changes.map((change) => toTextEdit(document, change)) }
        : { reason: 'The value stands in another cell of the notebook.' };
    },
  },
);

export const ownRequests: readonly DocumentRequest[] = [derive, optimizerAt, optimizerEdit];

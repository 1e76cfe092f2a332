// Requests beyond the Language Server Protocol about a configuration or an optimizer, and those of language models.

import { RequestType } from 'vscode-languageserver';
import type { OptimizerEdit } from '../../languages/optimizer/place';
import * as own from '../../languages/protocol';
import { strategyOf } from '../../project/strategy';
import type { OpenDocument } from '../documents/open-document';
import { bundle } from '../load-analysis-bundle';
import { toDerivedConfiguration, toOptimizerAtPlace, toPlannedConfiguration, toTextEdit } from './convert';
import { type DocumentRequest, request, workspaceRequest } from './request';

const derive = request(new RequestType<own.DocumentParams, own.DerivedConfiguration[], void>(own.derive), {
  answersNewest: true,
  empty: [],
  answer: (document, _, { analyzer: { settings } }) =>
    document.analysis.derive(strategyOf(settings)).map((found) => toDerivedConfiguration(document, found)),
});

const CANNOT_EDIT = { reason: 'The language server cannot edit this file.' };
const OUTDATED = { reason: 'The text has changed since the preview was made.' };

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
    empty: CANNOT_EDIT,
    answer: (document, { version, position, changes }) =>
      version === document.version
        ? editsOf(
            document,
            bundle().editOptimizer(document.analysis.optimizerAt(document.offsetAt(position)), changes),
          )
        : OUTDATED,
  },
);

const plan = request(new RequestType<own.DocumentParams, own.PlannedConfiguration[], void>(own.plan), {
  answersNewest: true,
  empty: [],
  answer: (document, _, { analyzer: { settings } }) =>
    document.analysis
      .sizes(strategyOf(settings))
      .map((found) =>
        toPlannedConfiguration(document, document.isDerived ? { ...found, editable: [] } : found),
      ),
});

const planEdit = request(new RequestType<own.PlanEditParams, own.OptimizerEditResult, void>(own.planEdit), {
  answersNewest: true,
  empty: CANNOT_EDIT,
  answer(document, { version, index, changes }, { analyzer: { settings } }) {
    if (version !== document.version) return OUTDATED;
    const edit = document.analysis.editSizes(strategyOf(settings), index, changes);
    return edit && editsOf(document, edit);
  },
});

const compare = request(new RequestType<own.CompareParams, own.CompareResult, void>(own.compare), {
  answersNewest: true,
  empty: { reason: 'The document is not open in the language server.', side: 'after' },
  answer: (document, { before, position }, { analyzer }) =>
    bundle().compareWith(document, before, position && document.offsetAt(position), analyzer),
});

const convert = workspaceRequest(new RequestType<own.ConvertParams, own.ConvertResult, void>(own.convert), {
  async answer({ name, content, ...asked }, { analyzer: { settings } }) {
    const { convertFile, decodeBase64, encodeBase64 } = bundle();
    const bytes = decodeBase64(content) ?? new Uint8Array();
    const result = convertFile({ ...asked, path: name, bytes, strategy: strategyOf(settings) });
    if ('problems' in result) return { from: result.from, problems: [...result.problems] };
    return { from: result.from, content: encodeBase64(result.output), notes: [...result.notes] };
  },
});

const report = request(new RequestType<own.ReportParams, own.ReportFacts | null, void>(own.report), {
  async answer(document, { rule }, { analyzer: { settings }, listings }) {
    const { changedSettings, diagnosed, smallestText } = bundle();
    const rulesIn = (text: string) =>
      document
        .analyze(text)
        .diagnose()
        .map(({ code }) => code);
    const example = rule === undefined ? undefined : smallestText(document.text, rule, rulesIn);
    return {
      versions: [...diagnosed(await listings(document.fileUri)).found],
      settings: { ...changedSettings(settings) },
      ...(example !== undefined && { example }),
    };
  },
});

const askTool = workspaceRequest(
  new RequestType<own.AskToolParams, own.ToolAnswer | null, void>(own.askTool),
  {
    async answer({ tool, arguments: given }, { assistants, token }) {
      try {
        const found = await bundle().ask(tool, given, assistants.answering(token));
        return 'problem' in found ? found : { ...found, data: { ...found.data } };
      } catch (error) {
        if (token.isCancellationRequested) return null;
        throw error;
      }
    },
  },
);

function editsOf(document: OpenDocument, edit: OptimizerEdit): own.OptimizerEditResult {
  if ('reason' in edit) return edit;
  return edit.changes.every(({ start }) => document.owns(start))
    ? { edits: edit.changes.map((change) => toTextEdit(document, change)) }
    : { reason: 'The value is in another cell of the notebook.' };
}

export const ownRequests: readonly DocumentRequest[] = [
  derive,
  optimizerAt,
  optimizerEdit,
  plan,
  planEdit,
  compare,
  convert,
  report,
  askTool,
];

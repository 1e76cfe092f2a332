// Messages between the extension and the preview's page. The page sends the first one, `ready`. Both sides ignore
// messages of an unknown shape.

import type { ValueChange } from '../../server/src/configuration/value-change';
import type { OptimizerAtPlace, PlannedConfiguration } from '../../server/src/languages/protocol';
import {
  either,
  type Guard,
  isBoolean,
  isCount,
  isNull,
  isNumber,
  isRecord,
  isString,
  listOf,
  literal,
  optional,
  recordOf,
  shape,
} from './shapes';

/** Increased whenever a message changes its meaning. */
export const PROTOCOL_VERSION = 1;

export interface Position {
  line: number;
  character: number;
}

/** The place of an optimizer in the source. */
export interface OptimizerSource {
  uri: string;
  /** Anywhere inside the optimizer. */
  position: Position;
  /** The file's name, for people. */
  file: string;
  /** Stays the same for an optimizer when edits move it. */
  key: string;
}

export type ToPage =
  /** The optimizer to show. A page accepts only revisions higher than the last one. */
  | { kind: 'show'; revision: number; pinned: boolean; source: OptimizerSource; place: OptimizerAtPlace }
  /** There is nothing to preview; `reason` says why. */
  | { kind: 'nothing'; revision: number; pinned: boolean; reason: string }
  /**
   * The sizes that decide how much memory the document's configurations take. Sent to a page that asked with `page`.
   */
  | { kind: 'sizes'; revision: number; file: string; configurations: PlannedConfiguration[] }
  /** Switch the panel to this page. */
  | { kind: 'page'; page: PageName }
  /** A request is done; `problem` is a sentence that says why it failed. */
  | { kind: 'done'; request: number; problem?: string };

/** `updates` shows what an optimizer does, `memory` what the tables take. */
export const PAGES = ['updates', 'memory'] as const;
export type PageName = (typeof PAGES)[number];

export const FORMATS = ['csv', 'json', 'png', 'svg', 'textproto'] as const;
export type Format = (typeof FORMATS)[number];

export type FromPage =
  | { kind: 'ready'; protocol: typeof PROTOCOL_VERSION }
  /** Stay at this optimizer, or follow the cursor. */
  | { kind: 'pin'; pinned: boolean }
  /** Show the optimizer in its editor. */
  | { kind: 'reveal' }
  /** Write the changes into the document that `revision` showed. */
  | { kind: 'apply'; request: number; revision: number; changes: ValueChange[] }
  /** The panel now shows this page. */
  | { kind: 'page'; page: PageName }
  /** Write other sizes into the configuration at this index in the `sizes` of `revision`. */
  | { kind: 'write'; request: number; revision: number; index: number; changes: ValueChange[] }
  /** Undo the last write, or redo it. */
  | { kind: 'undo'; request: number }
  | { kind: 'redo'; request: number }
  /** Save a file that the page made; the content of a PNG is base64. */
  | { kind: 'save'; request: number; format: Format; content: string }
  | { kind: 'copy'; request: number; text: string };

export const isPosition: Guard<Position> = shape({ line: isCount, character: isCount });
const range = shape({ start: isPosition, end: isPosition });

const tableCost = shape({
  name: optional(isString),
  vocabularySize: isNumber,
  dimension: isNumber,
  paddedDimension: isNumber,
  rowsPerHost: listOf(isNumber),
  variables: listOf(shape({ name: isString, deviceBytes: isNumber, hostBytes: isNumber })),
  deviceBytes: isNumber,
  hostBytes: isNumber,
  paddingBytes: isNumber,
});

export const isLibraryOptimizer: Guard<NonNullable<OptimizerAtPlace['optimizer']>> = shape({
  library: isString,
  name: isString,
  arguments: isRecord,
});

const place: Guard<OptimizerAtPlace> = shape({
  uri: optional(isString),
  version: isNumber,
  range,
  title: isString,
  optimizationParameters: isRecord,
  optimizer: optional(isLibraryOptimizer),
  note: optional(isString),
  initial: recordOf(isNumber),
  unknown: listOf(isString),
  editable: listOf(isString),
  table: optional(tableCost),
  run: optional(isRecord),
});

const location = shape({ uri: isString, range });

const planned: Guard<PlannedConfiguration> = shape({
  at: location,
  version: isNumber,
  library: optional(isString),
  sizes: optional(
    shape({
      tables: listOf(
        shape({
          name: isString,
          vocabularySize: optional(isNumber),
          dimension: optional(isNumber),
          optimizer: optional(either(isString, isNull)),
          slots: optional(listOf(isString)),
          accumulatesGradients: optional(isBoolean),
          asksForPacking: optional(isBoolean),
          decaysWeights: optional(isBoolean),
          lookups: optional(isNumber),
          settings: optional(isString),
        }),
      ),
      numHosts: optional(isNumber),
      strategy: literal('DIV_DEFAULT', 'MOD'),
    }),
  ),
  refused: optional(isString),
  editable: listOf(isString),
  limits: optional(
    listOf(
      shape({
        tables: listOf(isString),
        callee: isString,
        arguments: shape({ maxIds: isString, maxUniqueIds: isString }),
        takesFunctions: optional(isBoolean),
        obstacle: optional(isString),
        at: location,
      }),
    ),
  ),
});

export const isOptimizerSource: Guard<OptimizerSource> = shape({
  uri: isString,
  position: isPosition,
  file: isString,
  key: isString,
});

/** One guard for each kind: a kind without a guard is a type error. */
type GuardsOf<Message extends { kind: string }> = {
  [Kind in Message['kind']]: Guard<Omit<Extract<Message, { kind: Kind }>, 'kind'>>;
};

const TO_PAGE: GuardsOf<ToPage> = {
  show: shape({ revision: isCount, pinned: isBoolean, source: isOptimizerSource, place }),
  nothing: shape({ revision: isCount, pinned: isBoolean, reason: isString }),
  sizes: shape({ revision: isCount, file: isString, configurations: listOf(planned) }),
  page: shape({ page: literal(...PAGES) }),
  done: shape({ request: isCount, problem: optional(isString) }),
};

const changes = listOf(shape({ path: isString, value: either(either(isNumber, isBoolean), isString) }));

const FROM_PAGE: GuardsOf<FromPage> = {
  ready: shape({ protocol: literal(PROTOCOL_VERSION) }),
  pin: shape({ pinned: isBoolean }),
  reveal: shape({}),
  page: shape({ page: literal(...PAGES) }),
  write: shape({ request: isCount, revision: isCount, index: isCount, changes }),
  apply: shape({ request: isCount, revision: isCount, changes }),
  undo: shape({ request: isCount }),
  redo: shape({ request: isCount }),
  save: shape({ request: isCount, format: literal(...FORMATS), content: isString }),
  copy: shape({ request: isCount, text: isString }),
};

const messageGuard =
  <Message extends { kind: string }>(guards: Record<string, Guard<unknown>>): Guard<Message> =>
  (value): value is Message =>
    isRecord(value) && isString(value['kind']) && Object.hasOwn(guards, value['kind'])
      ? guards[value['kind']]!(value)
      : false;

export const isToPage = messageGuard<ToPage>(TO_PAGE);
export const isFromPage = messageGuard<FromPage>(FROM_PAGE);

/** The part of the page's saved state that the extension needs. */
export interface PanelState {
  source: OptimizerSource;
  pinned: boolean;
}

export const isPanelState: Guard<PanelState> = shape({ source: isOptimizerSource, pinned: isBoolean });

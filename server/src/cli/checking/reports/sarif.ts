import { pathToFileURL } from 'node:url';
import { json } from '../../../basics/terminal';
import type { LineRange } from '../../../reports/places';
import {
  diagnosticsOf,
  type FileReport,
  inFile,
  type Report,
  type ReportedFix,
  type ReportOptions,
} from '../../../reports/report';
import { allRules } from '../../../rules';
import { ruleUrl, type Severity } from '../../../rules/rule';
import { fingerprints } from './fingerprints';
import { uriFrom } from './repository';

/** Static Analysis Results Interchange Format 2.1.0, which code-scanning services read. */
export function writeSarif({ files }: Report, { root }: ReportOptions): string {
  const used = new Set(diagnosticsOf(files).map(({ code }) => code));
  const rules = allRules.filter(({ code }) => used.has(code));
  const ruleIndex = new Map(rules.map(({ code }, i) => [code, i]));
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'tpu-embedding',
            version: VERSION,
            informationUri: REPOSITORY,
            rules: rules.map(({ code, severity, summary, details }) => ({
              id: code,
              shortDescription: { text: summary },
              fullDescription: { text: details },
              help: { text: details, markdown: details },
              helpUri: ruleUrl(code),
              defaultConfiguration: { level: levelOf(severity) },
            })),
          },
        },
        invocations: [
          {
            executionSuccessful: files.every(({ note }) => note?.code !== 'internal-error'),
            toolExecutionNotifications: files.flatMap((file) => notification(file, root)),
          },
        ],
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [ROOT]: { uri: pathToFileURL(`${root}/`).href } },
        results: files.flatMap((file) => results(file, root, ruleIndex)),
      },
    ],
  };
  return json(log, 2);
}

const ROOT = '%SRCROOT%';

function results(file: FileReport, root: string, ruleIndex: ReadonlyMap<string, number>) {
  const diagnostics = inFile(file);
  const artifactLocation = artifact(file.path, root);
  const hashes = fingerprints(artifactLocation.uri, diagnostics);
  return diagnostics.map(({ range, severity, code, message, fixes }, i) => ({
    ruleId: code,
    ruleIndex: ruleIndex.get(code),
    level: levelOf(severity),
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region: region(range) } }],
    partialFingerprints: { 'codeAndLine/v1': hashes[i] },
    ...(fixes.length > 0 && { fixes: fixes.map((fix) => sarifFix(fix, artifactLocation)) }),
  }));
}

const sarifFix = ({ title, changes }: ReportedFix, artifactLocation: ReturnType<typeof artifact>) => ({
  description: { text: title },
  artifactChanges: [
    {
      artifactLocation,
      replacements: changes.map(({ range, newText }) => ({
        deletedRegion: region(range),
        insertedContent: { text: newText },
      })),
    },
  ],
});

/** The files that were not checked, and why. */
function notification({ path, note }: FileReport, root: string) {
  if (!note) return [];
  return [
    {
      descriptor: { id: note.code },
      level: note.code === 'internal-error' ? 'error' : 'note',
      message: { text: note.message },
      locations: [{ physicalLocation: { artifactLocation: artifact(path, root) } }],
    },
  ];
}

function artifact(path: string, root: string): { readonly uri: string; readonly uriBaseId?: string } {
  const uri = uriFrom(root, path);
  return uri.startsWith('file:') ? { uri } : { uri, uriBaseId: ROOT };
}

const levelOf = (severity: Severity) => (severity === 'error' || severity === 'warning' ? severity : 'note');

const region = ({ start, end }: LineRange) => ({
  startLine: start.line + 1,
  startColumn: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

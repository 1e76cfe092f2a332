import { lineIndex } from '../../basics/line-index';
import { LIBRARIES } from '../../catalogue';
import { installedText, newerText } from '../../catalogue/environment';
import { BACKENDS, hardwareOf } from '../../catalogue/targets';
import type { PythonFile } from '../../dataflow/calls/python-file';
import { runtimeOf } from '../../dataflow/calls/runtime';
import { backendOf, importedLibraries, settingsOf, targetsOf } from '../../dataflow/calls/targets';
import type { TargetsStatus } from '../protocol';

/** On what a program runs, if it imports a library for which that makes a difference. */
export function targetsStatus({ tree, environment }: PythonFile): TargetsStatus | undefined {
  const libraries = [...importedLibraries(tree)].filter((library) => LIBRARIES[library].targets);
  if (libraries.length === 0) return undefined;
  const targets = [...new Set(libraries.flatMap((library) => targetsOf(tree, library)))];
  const backend = backendOf(tree);
  const needsBackend = libraries.some((library) => !Array.isArray(LIBRARIES[library].targets));
  const hardware = hardwareOf(targets);
  const releases = libraries.map((library) => {
    const installed = environment[library];
    const release = `${LIBRARIES[library].title} ${installed ? installedText(installed) : 'of unknown version'}.`;
    const newer = installed && newerText(library, installed);
    return newer === undefined ? release : `${release} ${newer}`;
  });
  return {
    targets,
    text: backend && needsBackend ? `${hardware} with ${BACKENDS[backend]}` : hardware,
    detail: [...(needsBackend ? [reasonOf(tree)] : []), ...releases].join(' '),
  };
}

function reasonOf(tree: PythonFile['tree']): string {
  const { early } = settingsOf(tree);
  const line = early && lineIndex(tree.text).position(early.start).line + 1;
  if (early?.backend) return `Line ${line} sets the backend of Keras.`;
  if (early) return `Line ${line} sets a backend of Keras that is not known here, so any counts.`;
  return runtimeOf(tree).kerasBackend
    ? 'The setting tpuEmbedding.kerasBackend names the backend of Keras.'
    : 'Neither the file nor the setting tpuEmbedding.kerasBackend names the backend of Keras, so any counts.';
}

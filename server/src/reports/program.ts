// Analyses of programs, for reports.
import type { Analysis } from '../languages/language';
import { parsePython } from '../python/parser';
import type { Program } from './places';

/**
 * An analysis that finds configurations. If a program makes messages but visibly does nothing with them, those that top-level
 * variables hold in the end count as used.
 */
export function analyzedAsUsed(program: Program, analyze: (program: Program) => Analysis): Analysis {
  const analysis = analyze(program);
  const isUsed = (analysis.derive?.({}) ?? []).length > 0;
  return isUsed ? analysis : analyze(serializing(program));
}

function serializing(program: Program): Program {
  const names = new Set(
    parsePython(program.text).module.body.flatMap((statement) =>
      statement.kind === 'assignment'
        ? statement.targets.flatMap((target) => (target.kind === 'name' ? target.name : []))
        : [],
    ),
  );
  const text = `${program.text}\n${[...names].map((name) => `${name}.SerializeToString()\n`).join('')}`;
  if (!('partEnds' in program)) return { text };
  return { ...program, text, partEnds: [...program.partEnds.slice(0, -1), text.length] };
}

import type { TextEdit } from '../../../basics/range';
import { bind } from '../../../configuration/bind';
import { argumentOf, type PythonFile } from '../../../dataflow/calls/python-file';
import { bindingOf } from '../../../python/names';
import { allOfKind, type Expression, type StringLiteral } from '../../../python/tree';
import { builtin, CONFIGURATION_TYPE } from '../../../schema/builtin';
import { parse } from '../../../textproto/parser';
import { LiteralText } from '../embedded/literal-text';
import { Imports } from './imports';
import { enclosingNode, type ProgramPlace, type Refactor } from './place';
import { TEXT_FORMAT } from './to-text';

const CONFIGURATION_MODULE = 'tensorflow.core.protobuf.tpu.tpu_embedding_configuration_pb2';

/** Replaces a string in text format by a parsed configuration, serialized to bytes if an op gets it. */
export const wrapInParse: Refactor = (place) => {
  const literal = enclosingNode(place, 'string');
  if (!literal || place.isEmbedded || !isConfiguration(place, literal)) return;
  const uses = usesOf(place.file, literal);
  if (!uses) return;
  const { start, end } = literal;
  const imports = new Imports(place.file.tree, start);
  const parseName = imports.nameOf(TEXT_FORMAT, 'Parse');
  const made = imports.nameOf(CONFIGURATION_MODULE, 'TPUEmbeddingConfiguration');
  const added = imports.edits;
  if (!added) return;
  const isGiven = uses.includes(literal);
  const serialized = uses
    .filter((use) => use !== literal)
    .map((use): TextEdit => ({ start: use.end, end: use.end, newText: SERIALIZE }));
  return {
    title: 'Parse the text format in this string',
    kind: 'refactor.rewrite',
    changes: () => [
      ...added,
      { start, end: start, newText: `${parseName}(` },
      { start: end, end, newText: `, ${made}())${isGiven ? SERIALIZE : ''}` },
      ...serialized,
    ],
  };
};

const SERIALIZE = '.SerializeToString()';

/** Whether a string is nothing but a configuration without mistakes. */
function isConfiguration({ file }: ProgramPlace, literal: StringLiteral): boolean {
  if (literal.parts.some(({ prefix, closed }) => prefix.includes('b') || !closed)) return false;
  const text = LiteralText.read(file.text, [literal])?.text;
  if (text === undefined || !/\b[a-z_]{3,}\s*[:{<]/.test(text)) return false;
  const tree = parse(text);
  const bound = bind(tree, CONFIGURATION_TYPE, builtin);
  const isFlawed = tree.sections.some(({ errors }) => errors.length > 0) || bound.errors.size > 0;
  return !isFlawed && bound.root.fields.length > 0;
}

/** The arguments of ops that take a string as a serialized configuration; undefined if it has other uses. */
function usesOf(file: PythonFile, literal: StringLiteral): readonly Expression[] | undefined {
  const given = new Set(
    file.calls.flatMap((call) => {
      const parameter = call.entry.parameters.find(({ type }) => type.of === 'serialized');
      return (parameter && argumentOf(call, parameter.name)) ?? [];
    }),
  );
  const { parent } = literal;
  if (given.has(literal)) return [literal];
  if (parent?.kind !== 'assignment' || parent.operator !== '=' || parent.targets.length !== 1)
    return undefined;
  const [target] = parent.targets;
  if (target?.kind !== 'name') return undefined;
  const uses = allOfKind(file.tree, 'name').filter((node) => node.name === target.name && node !== target);
  const isSafe = uses.every((use) => given.has(use) && bindingOf(file.tree, use)?.node === parent);
  return isSafe ? uses : undefined;
}

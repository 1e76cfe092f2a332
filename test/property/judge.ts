import { readFileSync } from 'node:fs';
import { createFileRegistry, fromBinary, type Registry } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { bind } from '../../server/src/configuration/bind';
import { builtin } from '../../server/src/schema/builtin';
import { readDescriptorSet } from '../../server/src/schema/descriptor-set';
import type { Schema } from '../../server/src/schema/types';
import { parse } from '../../server/src/textproto/parser';

/** Findings about text that some parsers accept; these are not errors. */
const PORTABILITY: ReadonlySet<string> = new Set([
  'boolean-spelling',
  'deprecated-field',
  'extension-name-spacing',
  'float-overflow',
  'joined-strings',
  'nesting-too-deep',
  'octal-number',
  'overwritten-default',
  'python-escape',
  'reserved-field',
  'space-after-minus',
  'unknown-enum-number',
]);

/** Descriptors of messages for this project and for @bufbuild/protobuf. */
export interface Types {
  readonly schema: Schema;
  readonly registry: Registry;
}

export function bytesOf(name: string): Uint8Array {
  return readFileSync(`test/fixtures/protos/${name}.binpb`);
}

function load(name: string): Types {
  const bytes = bytesOf(name);
  return {
    schema: readDescriptorSet(bytes),
    registry: createFileRegistry(fromBinary(FileDescriptorSetSchema, bytes)),
  };
}

export const kitchenSink = load('kitchen_sink');
export const configurations: Types = { ...load('tpu_embedding_configuration'), schema: builtin };

/** The codes of all errors that the parser and the binder find in a text of a message. */
export function errorsIn(text: string, messageName: string, { schema }: Types): string[] {
  const { tree, errors } = bind(parse(text), schema.message(messageName)!, schema);
  return tree.sections
    .flatMap((section) => [...section.errors, ...(errors.get(section) ?? [])])
    .map(({ code }) => code)
    .filter((code) => !PORTABILITY.has(code));
}

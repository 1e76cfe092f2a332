import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';

/** A FileDescriptorSet with one message of one field: `message Item { int32 price = 1; }`. */
export function descriptorSet(message = 'Item', field = 'price'): Uint8Array {
  const set = create(FileDescriptorSetSchema, {
    file: [
      {
        name: `${message}.proto`,
        package: 'shop',
        syntax: 'proto3',
        messageType: [
          {
            name: message,
            field: [
              {
                name: field,
                number: 1,
                label: FieldDescriptorProto_Label.OPTIONAL,
                type: FieldDescriptorProto_Type.INT32,
              },
            ],
          },
        ],
      },
    ],
  });
  return toBinary(FileDescriptorSetSchema, set);
}

export const ITEM = '# proto-message: shop.Item\nprise: 1\n';

/** A new folder with files in it, by path. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tpu-embedding-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

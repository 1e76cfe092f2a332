// Writes zip archives, of which the wheel is one.
import { crc32, deflateRawSync } from 'node:zlib';

/** The first day that an archive can name: archives of the same files have the same bytes. */
const DATE = (1 << 5) | 1;
const VERSION = 20;
const DEFLATED = 8;
const UNIX = 3 << 8;
/** Names are UTF-8. */
const FLAGS = 1 << 11;

/**
 * A zip archive of files by their paths.
 *
 * @param {Iterable<[string, Buffer]>} files
 * @param {(path: string) => boolean} isProgram whether a file may be run
 */
export function zip(files, isProgram = () => false) {
  const entries = [];
  let offset = 0;
  for (const [path, content] of files) {
    const name = Buffer.from(path);
    const data = deflateRawSync(content, { level: 9 });
    const shared = [FLAGS, DEFLATED, 0, DATE]
      .map((value) => uint(2, value))
      .concat(
        [crc32(content), data.length, content.length].map((value) => uint(4, value)),
        [uint(2, name.length), uint(2, 0)],
      );
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), uint(2, VERSION), ...shared, name, data]);
    // No comment, on the first disk, no attributes of DOS, a regular file that everyone may read.
    const mode = isProgram(path) ? 0o100755 : 0o100644;
    const rest = [uint(2, 0), uint(2, 0), uint(2, 0), uint(4, mode * 0x10000), uint(4, offset), name];
    const central = [
      Buffer.from('PK\x01\x02'),
      uint(2, UNIX | VERSION),
      uint(2, VERSION),
      ...shared,
      ...rest,
    ];
    entries.push({ local, central: Buffer.concat(central) });
    offset += local.length;
  }
  const directory = Buffer.concat(entries.map(({ central }) => central));
  const end = [
    Buffer.from('PK\x05\x06'),
    uint(4, 0),
    uint(2, entries.length),
    uint(2, entries.length),
    uint(4, directory.length),
    uint(4, offset),
    uint(2, 0),
  ];
  return Buffer.concat([...entries.map(({ local }) => local), directory, ...end]);
}

function uint(bytes, value) {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

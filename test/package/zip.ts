import { inflateRawSync } from 'node:zlib';

/** The files of a zip archive by their paths. */
export function unzip(archive: Buffer): ReadonlyMap<string, Buffer> {
  const end = archive.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = archive.readUInt16LE(end + 10);
  const files = new Map<string, Buffer>();
  for (let entry = archive.readUInt32LE(end + 16), i = 0; i < count; i++) {
    const [size, nameLength, extraLength, commentLength, start] = [
      archive.readUInt32LE(entry + 20),
      archive.readUInt16LE(entry + 28),
      archive.readUInt16LE(entry + 30),
      archive.readUInt16LE(entry + 32),
      archive.readUInt32LE(entry + 42),
    ];
    const name = archive.toString('utf8', entry + 46, entry + 46 + nameLength);
    const content = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const bytes = archive.subarray(content, content + size);
    files.set(name, archive.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes));
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

/** How many strings or messages each field of a serialized message holds, by number; undefined if it is no message. */
export function countFields(bytes: Uint8Array): ReadonlyMap<number, number> | undefined {
  const counts = new Map<number, number>();
  const groups: number[] = [];
  let at = 0;
  const varint = (): bigint | undefined => {
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) return undefined;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < bytes.length) {
    const tag = varint();
    if (tag === undefined || tag >> 32n !== 0n) return undefined;
    const field = Number(tag >> 3n);
    if (field === 0) return undefined;
    switch (Number(tag & 7n)) {
      case 0:
        if (varint() === undefined) return undefined;
        break;
      case 1:
        at += 8;
        break;
      case 2: {
        const length = varint();
        if (length === undefined || length > BigInt(bytes.length)) return undefined;
        at += Number(length);
        if (groups.length === 0) counts.set(field, (counts.get(field) ?? 0) + 1);
        break;
      }
      case 3:
        groups.push(field);
        break;
      case 4:
        if (groups.pop() !== field) return undefined;
        break;
      case 5:
        at += 4;
        break;
      default:
        return undefined;
    }
    if (at > bytes.length) return undefined;
  }
  return groups.length === 0 ? counts : undefined;
}

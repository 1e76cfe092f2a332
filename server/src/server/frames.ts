const HEADER_END = '\r\n\r\n';
const MAX_HEADER_BYTES = 4096;
/** Far more than the largest text that is read, and less than one string can hold. */
const MAX_BODY_BYTES = 256 * 1024 * 1024;

/**
 * Checks the frames of the protocol in the chunks of a stream. With a wrong length, the library would wait forever for the end
 * of the header or body.
 */
export function frameCheck(fail: (problem: string) => void): (chunk: Buffer) => void {
  let header = '';
  let bodyBytes = 0;
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (bodyBytes > 0) {
        const bytes = Math.min(bodyBytes, chunk.length - at);
        bodyBytes -= bytes;
        at += bytes;
        continue;
      }
      const before = header.length;
      // Digits beyond the limit do not matter.
      header += chunk.toString('latin1', at, at + MAX_HEADER_BYTES + HEADER_END.length);
      const end = header.indexOf(HEADER_END);
      if (end > MAX_HEADER_BYTES || (end < 0 && header.length > MAX_HEADER_BYTES))
        return fail(`a header of more than ${MAX_HEADER_BYTES} bytes`);
      if (end < 0) return;
      at += end + HEADER_END.length - before;
      const length = /^content-length:(.*)$/im.exec(header.slice(0, end))?.[1]?.trim();
      if (length === undefined) return fail('a header without Content-Length');
      bodyBytes = /^\d+$/.test(length) ? Number(length) : Number.NaN;
      if (!(bodyBytes <= MAX_BODY_BYTES)) {
        const shown = JSON.stringify(length.slice(0, 50));
        return fail(`the Content-Length ${shown}, which is not a number of bytes up to ${MAX_BODY_BYTES}`);
      }
      header = '';
    }
  };
}

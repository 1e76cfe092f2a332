import { Transform, type TransformCallback } from 'node:stream';

/** In bytes; Node cannot hold much more as one string. */
const MAX_MESSAGE = 400 * 1024 * 1024;

/**
 * Reads whole messages, one per line: the protocol's library joins pieces in quadratic time, and stops reading after a long
 * message. Messages that are too long are skipped.
 */
export class MessageLines extends Transform {
  private parts: Buffer[] = [];
  private size = 0;

  constructor(
    private readonly log: (text: string) => void,
    private readonly maxMessage = MAX_MESSAGE,
  ) {
    super({ readableObjectMode: true });
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let start = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, start)) {
      this.keep(chunk.subarray(start, end + 1));
      start = end + 1;
      if (this.size <= this.maxMessage) this.push(Buffer.concat(this.parts));
      else this.log(`A message of more than ${this.maxMessage} bytes was ignored.`);
      this.parts = [];
      this.size = 0;
    }
    this.keep(chunk.subarray(start));
    done();
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size <= this.maxMessage) this.parts.push(part);
    else this.parts = [];
  }
}

const LINE_END = '\n'.charCodeAt(0);

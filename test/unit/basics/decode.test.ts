// Decoding of a file's bytes, and bytes that are not UTF-8.
import assert from 'node:assert/strict';
import { isUtf8 } from 'node:buffer';
import { suite, test } from 'node:test';
import { decode } from '../../../server/src/basics/decode';

const bytesOf = (text: string) => Buffer.from(text, 'latin1');
const misfits = (text: string, isPython = false) => decode(bytesOf(text), isPython).misfits;
const offsetOf = (what: string) => Number(/ at offset (\d+) /.exec(what)![1]);

/** Bytes on both sides of every limit in UTF-8. */
const BORDERS = [
  0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbd, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xec, 0xed, 0xef, 0xf0,
  0xf4, 0xf5, 0xff,
];

test('every invalid byte is located in the bytes and in the text, whatever surrounds it', () => {
  const bytes = Buffer.alloc(4);
  const count = BORDERS.length ** bytes.length;
  for (let n = 0; n < count; n++) {
    for (let i = 0, rest = n; i < bytes.length; i++, rest = Math.floor(rest / BORDERS.length))
      bytes[i] = BORDERS[rest % BORDERS.length]!;
    const { text, misfits } = decode(bytes);
    if (misfits[0]?.what.includes('UTF-16')) continue;
    assert.equal(misfits.length === 0, isUtf8(bytes));
    for (const misfit of misfits) {
      const offset = offsetOf(misfit.what);
      assert.equal(bytes.subarray(0, offset).toString('utf8'), text.slice(0, misfit.start));
      assert.match(text.slice(misfit.start, misfit.end), /^\ufffd+$/);
    }
    const sound = misfits.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), text);
    assert.equal(sound.includes('\ufffd'), bytes.includes('\ufffd'));
  }
});

suite('an invalid byte', () => {
  const cases: Record<string, [bytes: string, start: number, end: number, what: string]> = {
    'Latin-1': ['caf\xe9', 3, 4, 'Byte 0xE9 at offset 3 is not UTF-8'],
    'behind longer characters': ['\xf0\x9f\x98\x80\xc3\xa9\xff', 3, 4, 'Byte 0xFF at offset 6 is not UTF-8'],
    'a surrogate': ['\xed\xa0\x80', 0, 3, 'The bytes 0xED 0xA0 0x80 at offset 0 are not UTF-8'],
    'an overlong slash': ['\xc0\xaf', 0, 2, 'The bytes 0xC0 0xAF at offset 0 are not UTF-8'],
    'a character cut off': ['a\xe2\x82', 1, 2, 'The bytes 0xE2 0x82 at offset 1 are not UTF-8'],
    'beside U+FFFD itself': ['\xef\xbf\xbd\x80', 1, 2, 'Byte 0x80 at offset 3 is not UTF-8'],
    'a long run': ['\xff'.repeat(20), 0, 20, `The bytes ${'0xFF '.repeat(8)}… at offset 0 are not UTF-8`],
  };
  for (const [name, [bytes, start, end, what]] of Object.entries(cases)) {
    test(`is reported: ${name}`, () => assert.deepEqual(misfits(bytes), [{ start, end, what }]));
  }

  test('is not: UTF-8 with U+FFFD, a byte order mark or nothing in it', () => {
    for (const text of ['', '\xef\xbf\xbd', '\xef\xbb\xbfa', '\0', '\xf4\x8f\xbf\xbf']) {
      assert.deepEqual(misfits(text), []);
    }
  });

  test('is reported a hundred times at most', () => {
    assert.equal(misfits('\xffa'.repeat(100_000)).length, 100);
  });
});

test('UTF-16 is reported once, and still read', () => {
  const little = Buffer.from('\ufeffmode: 1\n', 'utf16le');
  for (const bytes of [little, Buffer.from(little).swap16()]) {
    const { text, misfits } = decode(bytes);
    assert.equal(text, 'mode: 1\n');
    assert.deepEqual(misfits, [{ start: 0, end: 0, what: 'This is UTF-16' }]);
  }
});

suite('an encoding declaration in Python', () => {
  const legal = {
    'in the first line': '# -*- coding: latin-1 -*-\nx = "\xe9"',
    'in the second line': '#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nx = "\xe9"',
    'behind an empty line': '\n# coding: iso-8859-15\nx = "\xe9"',
    'that nobody knows': '# coding: klingon\nx = "\xe9"',
  };
  for (const [where, text] of Object.entries(legal)) {
    test(`${where} makes other bytes valid`, () => {
      const decoded = decode(bytesOf(text), true);
      assert.deepEqual(decoded, { text, misfits: [] });
      assert.equal(misfits(text).length, 1, 'but in Python alone');
    });
  }

  test('decides what the bytes mean', () => {
    assert.equal(decode(bytesOf('# coding: koi8-r\n# \xc1'), true).text, '# coding: koi8-r\n# а');
  });

  const illegal = {
    'is UTF-8': '# coding: utf-8\nx = "\xe9"',
    'is UTF-8 by another name': '# coding: UTF8\nx = "\xe9"',
    'is in the third line': '#\n#\n# coding: latin-1\nx = "\xe9"',
    'is behind code': 'import os\n# coding: latin-1\nx = "\xe9"',
    'is UTF-8 in the first line and another in the second': '# coding: utf-8\n# coding: latin-1\nx = "\xe9"',
  };
  for (const [what, text] of Object.entries(illegal)) {
    test(`has no effect if it ${what}`, () => assert.equal(misfits(text, true).length, 1));
  }
});

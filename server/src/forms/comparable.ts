import { type Comparable, comparableText } from '../comparison/comparable';
import { bind } from '../config/bind';
import { readConfiguration } from '../config/configuration';
import { derive } from '../config/derive';
import { sizesOf } from '../config/sizes';
import { builtin } from '../schema/builtin';
import { parse } from '../textproto/parser';
import type { Content } from './content';
import { writeText } from './text-writer';

/**
 * What a form holds, to be compared with another configuration; undefined for another message. By way of text format, from
 * which alone configurations are read.
 */
export function comparableContent(content: Content): Comparable | undefined {
  const bound = bind(parse(writeText(content)), content.type, builtin);
  const configuration = readConfiguration(bound);
  return configuration && comparableText(bound, sizesOf(configuration, derive(configuration)));
}

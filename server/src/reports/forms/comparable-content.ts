import { bind } from '../../configuration/bind';
import { type Comparable, comparableText } from '../../configuration/comparison/comparable';
import { readConfiguration } from '../../configuration/configuration';
import { derive } from '../../configuration/derive';
import { sizesOf } from '../../configuration/sizes';
import { builtin } from '../../schema/builtin';
import { parse } from '../../textproto/parser';
import type { Content } from './content';
import { writeText } from './text-writer';

/**
 * The configuration in a form, for a comparison; undefined for another message. It is converted to text format first, because
 * the model of a configuration is only built from text format.
 */
export function comparableContent(content: Content): Comparable | undefined {
  const bound = bind(parse(writeText(content)), content.type, builtin);
  const configuration = readConfiguration(bound);
  return configuration && comparableText(bound, sizesOf(configuration, derive(configuration)));
}

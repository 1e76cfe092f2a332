import { excerpt } from '../../basics/excerpt';
import { once } from '../../basics/once';
import { bind } from '../../configuration/bind';
import { type Configuration, readConfiguration } from '../../configuration/configuration';
import { derive } from '../../configuration/derive';
import { builtin } from '../../schema/builtin';
import { parse } from '../../textproto/parser';
import type { Message } from './message';
import { messageText } from './message-text';

/** The known part of a configuration. Unknown parts are missing, so check `isWhole`. */
export const configurationIn = once(
  (message: Message): Configuration =>
    readConfiguration(bind(parse(messageText(message).text), message.type, builtin))!,
);

/** A tensor that an op receives or sends. */
interface OutputShape {
  /** The feature or table, as messages call it. */
  readonly name: string;
  /** Its sizes, as far as they are known; undefined if the configuration lacks what gives them. */
  readonly shape: readonly (number | undefined)[] | undefined;
}

/** The activations that a configuration gives, in order; undefined if it is not known as a whole. */
export const outputShapes = once((message: Message): readonly OutputShape[] | undefined =>
  message.isConfiguration && message.isWhole
    ? derive(configurationIn(message)).outputs.map(({ name, shape }, i) => ({
        name: name === '' ? `output ${i}` : `"${excerpt(name)}"`,
        shape:
          shape.length < 2 || shape.includes(0)
            ? undefined
            : shape.map((size) => (size < 0 ? undefined : size)),
      }))
    : undefined,
);

import { SOME_EXCEPTION } from '../../../evaluator/refusals';

/** A reason with the exception behind its first clause, as what follows explains or mends and does not raise. */
export function withException(reason: string, exception: string): string {
  const [, problem = reason, rest] = PARTS.exec(reason) ?? [];
  const raised = `${problem}: Python raises ${exception === SOME_EXCEPTION ? 'an exception' : `\`${exception}\``}.`;
  return rest === undefined ? raised : `${raised} ${capitalized(rest)}.`;
}

/** Colons and stops in code and in names count as no end. */
const PARTS = /^((?:`[^`]*`|'[^']*'|"[^"]*"|[^`'"])*?)[:.] (.*)$/s;

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

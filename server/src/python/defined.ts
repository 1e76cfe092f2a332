/** Whether Python or a notebook may define a name, apart from the functions that the evaluator computes. */
export const isDefined = (name: string): boolean => DEFINED.test(name);

const DEFINED =
  /^(?:__\w+__|_\w*|[A-Z]\w*(?:Error|Exception|Warning|Exit|Group|Iteration|Interrupt)|In|Out|WindowsError|aiter|anext|ascii|bin|breakpoint|chr|classmethod|compile|copyright|credits|dir|display|eval|exec|format|get_ipython|globals|help|hex|license|locals|oct|ord|reveal_type|unicode|xrange|basestring|raw_input|long|reduce|unichr)$/;

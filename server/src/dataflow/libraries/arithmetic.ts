const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', '/', '//', '%', '**']);

/** Whether an operator computes with each element of tensors and arrays. */
export const isArithmetic = (operator: string): boolean => ARITHMETIC.has(operator);

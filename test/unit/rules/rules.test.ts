// The cases in test/fixtures/rules. Flags name the groups of rules, or the rules, that are on, so that a case may be a
// fragment; without flags all rules are on.
import { check } from '../../support/check';
import { proveCases } from '../../support/rule-cases';

proveCases('rules', ({ text, flags }) => check(text, flags).found);

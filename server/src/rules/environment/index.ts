import type { RuleInfo } from '../rule';
import { packageVersions } from './package-versions';

export const environmentRules: readonly RuleInfo[] = [packageVersions];

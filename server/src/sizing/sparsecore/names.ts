import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Longer names are cut and get a hash. */
const MAX_CHARACTERS = 50;
const HASH_DIGITS = 12;

/** The name that jax-tpu-embedding gives to a stack of tables. */
export function stackName(tables: readonly string[], isShort = true): string {
  const joined = tables.join('_');
  const characters = [...joined];
  if (!isShort || characters.length <= MAX_CHARACTERS) return joined;
  const hash = bytesToHex(sha256(utf8ToBytes(joined))).slice(0, HASH_DIGITS);
  return `${characters.slice(0, MAX_CHARACTERS).join('')}...${hash}`;
}

import type { ParameterWords } from '../../parameters';
import type { Group, OptimizerFacts, Role } from '../../types';

/** The documentation of a member of `tf.tpu.experimental.embedding`. */
export interface MemberWords {
  readonly group: Group;
  readonly role?: Role;
  readonly summary: string;
  readonly doc: string;
  /** May document more parameters than the signature has, so that classes can share it. */
  readonly parameters: Readonly<Record<string, ParameterWords>>;
  /** For functions; a class returns an instance. */
  readonly returns?: string;
  readonly members?: readonly ClassMember[];
  readonly optimizer?: OptimizerFacts;
}

/** A method or property. */
export interface ClassMember {
  readonly kind: 'method' | 'property' | 'constant';
  readonly name: string;
  /** In Python syntax, without self. */
  readonly signature: string;
  readonly summary: string;
  readonly doc: string;
  readonly returns: string;
  readonly parameters: Readonly<Record<string, ParameterWords>>;
}

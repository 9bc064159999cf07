// Original file: identity/v1/identity.proto

import type { Revocation as _wp_identity_v1_Revocation, Revocation__Output as _wp_identity_v1_Revocation__Output } from '../../../wp/identity/v1/Revocation.ts';

export interface RevocationsSinceResponse {
  'revocations'?: (_wp_identity_v1_Revocation)[];
  /**
   * Identity's clock when it answered: the next `since`.
   */
  'asOf'?: (string);
  /**
   * Absent on the last page.
   */
  'nextCursor'?: (string);
  '_nextCursor'?: "nextCursor";
}

export interface RevocationsSinceResponse__Output {
  'revocations': (_wp_identity_v1_Revocation__Output)[];
  /**
   * Identity's clock when it answered: the next `since`.
   */
  'asOf': (string);
  /**
   * Absent on the last page.
   */
  'nextCursor'?: (string);
}

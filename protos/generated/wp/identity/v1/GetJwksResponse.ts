// Original file: identity/v1/identity.proto

import type { Jwk as _wp_identity_v1_Jwk, Jwk__Output as _wp_identity_v1_Jwk__Output } from '../../../wp/identity/v1/Jwk.ts';

export interface GetJwksResponse {
  'keys'?: (_wp_identity_v1_Jwk)[];
}

export interface GetJwksResponse__Output {
  'keys': (_wp_identity_v1_Jwk__Output)[];
}

// Original file: identity/v1/identity.proto


/**
 * A public elliptic-curve key in the words of RFC 7517.
 */
export interface Jwk {
  'kid'?: (string);
  'kty'?: (string);
  'crv'?: (string);
  'x'?: (string);
  'y'?: (string);
  'alg'?: (string);
  'use'?: (string);
}

/**
 * A public elliptic-curve key in the words of RFC 7517.
 */
export interface Jwk__Output {
  'kid': (string);
  'kty': (string);
  'crv': (string);
  'x': (string);
  'y': (string);
  'alg': (string);
  'use': (string);
}

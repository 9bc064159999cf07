// Original file: identity/v1/identity.proto


export interface RevocationsSinceRequest {
  'since'?: (string);
  /**
   * `next_cursor` of the page before; absent for the first.
   */
  'cursor'?: (string);
  '_cursor'?: "cursor";
}

export interface RevocationsSinceRequest__Output {
  'since': (string);
  /**
   * `next_cursor` of the page before; absent for the first.
   */
  'cursor'?: (string);
}

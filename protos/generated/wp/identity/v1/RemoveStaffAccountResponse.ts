// Original file: identity/v1/identity.proto


export interface RemoveStaffAccountResponse {
  /**
   * False when there was no membership to end.
   */
  'removed'?: (boolean);
}

export interface RemoveStaffAccountResponse__Output {
  /**
   * False when there was no membership to end.
   */
  'removed': (boolean);
}

// Original file: identity/v1/identity.proto


export interface StaffAccount {
  'staffId'?: (string);
  'accountId'?: (string);
  'email'?: (string);
  'name'?: (string);
  'roleId'?: (string);
  'roleName'?: (string);
  /**
   * `invited` until the invitation is accepted, then `active`.
   */
  'status'?: (string);
  '_name'?: "name";
}

export interface StaffAccount__Output {
  'staffId': (string);
  'accountId': (string);
  'email': (string);
  'name'?: (string);
  'roleId': (string);
  'roleName': (string);
  /**
   * `invited` until the invitation is accepted, then `active`.
   */
  'status': (string);
}

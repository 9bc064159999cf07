// Original file: identity/v1/identity.proto


export interface Membership {
  'workspaceId'?: (string);
  /**
   * `owner` or `staff`.
   */
  'role'?: (string);
  'staffId'?: (string);
  'roleId'?: (string);
  '_staffId'?: "staffId";
  '_roleId'?: "roleId";
}

export interface Membership__Output {
  'workspaceId': (string);
  /**
   * `owner` or `staff`.
   */
  'role': (string);
  'staffId'?: (string);
  'roleId'?: (string);
}

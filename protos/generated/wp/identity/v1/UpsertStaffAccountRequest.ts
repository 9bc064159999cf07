// Original file: identity/v1/identity.proto


export interface UpsertStaffAccountRequest {
  'workspaceId'?: (string);
  'staffId'?: (string);
  'name'?: (string);
  'email'?: (string);
  'roleId'?: (string);
  'phone'?: (string);
  /**
   * Who asks: nobody grants a permission they do not hold (FORBIDDEN). Absent for repairs at start.
   */
  'actorAccountId'?: (string);
  '_phone'?: "phone";
  '_actorAccountId'?: "actorAccountId";
}

export interface UpsertStaffAccountRequest__Output {
  'workspaceId': (string);
  'staffId': (string);
  'name': (string);
  'email': (string);
  'roleId': (string);
  'phone'?: (string);
  /**
   * Who asks: nobody grants a permission they do not hold (FORBIDDEN). Absent for repairs at start.
   */
  'actorAccountId'?: (string);
}

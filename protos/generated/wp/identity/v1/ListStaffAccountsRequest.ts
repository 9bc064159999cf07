// Original file: identity/v1/identity.proto


export interface ListStaffAccountsRequest {
  'workspaceId'?: (string);
  /**
   * Empty: all of them.
   */
  'staffIds'?: (string)[];
}

export interface ListStaffAccountsRequest__Output {
  'workspaceId': (string);
  /**
   * Empty: all of them.
   */
  'staffIds': (string)[];
}

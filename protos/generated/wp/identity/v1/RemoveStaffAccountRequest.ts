// Original file: identity/v1/identity.proto


export interface RemoveStaffAccountRequest {
  'workspaceId'?: (string);
  'staffId'?: (string);
}

export interface RemoveStaffAccountRequest__Output {
  'workspaceId': (string);
  'staffId': (string);
}

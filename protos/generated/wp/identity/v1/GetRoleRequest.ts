// Original file: identity/v1/identity.proto


export interface GetRoleRequest {
  'workspaceId'?: (string);
  'roleId'?: (string);
}

export interface GetRoleRequest__Output {
  'workspaceId': (string);
  'roleId': (string);
}

// Original file: identity/v1/identity.proto


export interface GetWorkspaceRequest {
  'workspaceId'?: (string);
}

export interface GetWorkspaceRequest__Output {
  'workspaceId': (string);
}

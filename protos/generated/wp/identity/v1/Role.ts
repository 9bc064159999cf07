// Original file: identity/v1/identity.proto


export interface Role {
  'id'?: (string);
  'workspaceId'?: (string);
  'name'?: (string);
  'permissions'?: (string)[];
}

export interface Role__Output {
  'id': (string);
  'workspaceId': (string);
  'name': (string);
  'permissions': (string)[];
}

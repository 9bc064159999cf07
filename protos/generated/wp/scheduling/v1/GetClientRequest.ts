// Original file: scheduling/v1/scheduling.proto


export interface GetClientRequest {
  'workspaceId'?: (string);
  'clientId'?: (string);
}

export interface GetClientRequest__Output {
  'workspaceId': (string);
  'clientId': (string);
}

// Original file: scheduling/v1/scheduling.proto


export interface GetStaffRequest {
  'workspaceId'?: (string);
  'staffIds'?: (string)[];
}

export interface GetStaffRequest__Output {
  'workspaceId': (string);
  'staffIds': (string)[];
}

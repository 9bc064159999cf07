// Original file: scheduling/v1/scheduling.proto


export interface GetServicesRequest {
  'workspaceId'?: (string);
  'serviceIds'?: (string)[];
}

export interface GetServicesRequest__Output {
  'workspaceId': (string);
  'serviceIds': (string)[];
}

// Original file: storefront/v1/storefront.proto


export interface GetJobRequest {
  'workspaceId'?: (string);
  'jobId'?: (string);
}

export interface GetJobRequest__Output {
  'workspaceId': (string);
  'jobId': (string);
}

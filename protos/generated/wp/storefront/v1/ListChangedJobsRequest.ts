// Original file: storefront/v1/storefront.proto


export interface ListChangedJobsRequest {
  'workspaceId'?: (string);
  'since'?: (string);
  /**
   * 1 to 1000.
   */
  'limit'?: (number);
}

export interface ListChangedJobsRequest__Output {
  'workspaceId': (string);
  'since': (string);
  /**
   * 1 to 1000.
   */
  'limit': (number);
}

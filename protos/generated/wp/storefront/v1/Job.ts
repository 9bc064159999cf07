// Original file: storefront/v1/storefront.proto


export interface Job {
  'id'?: (string);
  'workspaceId'?: (string);
  'kind'?: (string);
  'status'?: (string);
  'progress'?: (number | string);
  'step'?: (string);
  'message'?: (string);
  /**
   * Free JSON, as text; absent: null.
   */
  'metaJson'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  '_step'?: "step";
  '_message'?: "message";
  '_metaJson'?: "metaJson";
}

export interface Job__Output {
  'id': (string);
  'workspaceId': (string);
  'kind': (string);
  'status': (string);
  'progress': (number);
  'step'?: (string);
  'message'?: (string);
  /**
   * Free JSON, as text; absent: null.
   */
  'metaJson'?: (string);
  'createdAt': (string);
  'updatedAt': (string);
}

// Original file: storefront/v1/storefront.proto


export interface Job {
  'id'?: (string);
  'workspaceId'?: (string);
  'kind'?: (string);
  'productId'?: (string);
  /**
   * `pending`, `processing`, `done` or `failed`.
   */
  'status'?: (string);
  /**
   * 0 to 100.
   */
  'progress'?: (number | string);
  'step'?: (string);
  'message'?: (string);
  /**
   * A JSON object.
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
  'productId': (string);
  /**
   * `pending`, `processing`, `done` or `failed`.
   */
  'status': (string);
  /**
   * 0 to 100.
   */
  'progress': (number);
  'step'?: (string);
  'message'?: (string);
  /**
   * A JSON object.
   */
  'metaJson'?: (string);
  'createdAt': (string);
  'updatedAt': (string);
}

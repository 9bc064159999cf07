// Original file: storefront/v1/storefront.proto


export interface GetProductsRequest {
  'workspaceId'?: (string);
  /**
   * 1 to 500.
   */
  'productIds'?: (string)[];
}

export interface GetProductsRequest__Output {
  'workspaceId': (string);
  /**
   * 1 to 500.
   */
  'productIds': (string)[];
}

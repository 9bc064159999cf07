// Original file: storefront/v1/storefront.proto


export interface ListAttentionOrdersRequest {
  /**
   * 1 to 100.
   */
  'limit'?: (number);
}

export interface ListAttentionOrdersRequest__Output {
  /**
   * 1 to 100.
   */
  'limit': (number);
}

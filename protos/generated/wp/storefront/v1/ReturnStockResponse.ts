// Original file: storefront/v1/storefront.proto


export interface ReturnStockResponse {
  /**
   * False when there was nothing to return.
   */
  'returned'?: (boolean);
}

export interface ReturnStockResponse__Output {
  /**
   * False when there was nothing to return.
   */
  'returned': (boolean);
}

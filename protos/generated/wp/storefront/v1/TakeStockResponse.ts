// Original file: storefront/v1/storefront.proto


export interface TakeStockResponse {
  /**
   * False when this reference had taken them before.
   */
  'taken'?: (boolean);
}

export interface TakeStockResponse__Output {
  /**
   * False when this reference had taken them before.
   */
  'taken': (boolean);
}

// Original file: storefront/v1/storefront.proto


export interface StockItem {
  'productId'?: (string);
  /**
   * Whole, from 1.
   */
  'quantity'?: (number);
}

export interface StockItem__Output {
  'productId': (string);
  /**
   * Whole, from 1.
   */
  'quantity': (number);
}

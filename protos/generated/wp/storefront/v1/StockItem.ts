// Original file: storefront/v1/storefront.proto


export interface StockItem {
  'productId'?: (string);
  'quantity'?: (number | string);
}

export interface StockItem__Output {
  'productId': (string);
  'quantity': (number);
}

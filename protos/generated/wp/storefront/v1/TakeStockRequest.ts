// Original file: storefront/v1/storefront.proto

import type { StockItem as _wp_storefront_v1_StockItem, StockItem__Output as _wp_storefront_v1_StockItem__Output } from '../../../wp/storefront/v1/StockItem.ts';

export interface TakeStockRequest {
  'workspaceId'?: (string);
  /**
   * Whatever the stock is taken for, such as `invoice/<id>/<attempt>`; 1 to 200 characters.
   */
  'reference'?: (string);
  /**
   * 1 to 500.
   */
  'items'?: (_wp_storefront_v1_StockItem)[];
}

export interface TakeStockRequest__Output {
  'workspaceId': (string);
  /**
   * Whatever the stock is taken for, such as `invoice/<id>/<attempt>`; 1 to 200 characters.
   */
  'reference': (string);
  /**
   * 1 to 500.
   */
  'items': (_wp_storefront_v1_StockItem__Output)[];
}

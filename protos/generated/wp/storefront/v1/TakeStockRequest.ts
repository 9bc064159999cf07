// Original file: storefront/v1/storefront.proto

import type { StockItem as _wp_storefront_v1_StockItem, StockItem__Output as _wp_storefront_v1_StockItem__Output } from '../../../wp/storefront/v1/StockItem.ts';

export interface TakeStockRequest {
  'workspaceId'?: (string);
  /**
   * What takes it, for example `pos/invoices/<id>`.
   */
  'reference'?: (string);
  'items'?: (_wp_storefront_v1_StockItem)[];
}

export interface TakeStockRequest__Output {
  'workspaceId': (string);
  /**
   * What takes it, for example `pos/invoices/<id>`.
   */
  'reference': (string);
  'items': (_wp_storefront_v1_StockItem__Output)[];
}

// Original file: storefront/v1/storefront.proto

import type { AttentionOrder as _wp_storefront_v1_AttentionOrder, AttentionOrder__Output as _wp_storefront_v1_AttentionOrder__Output } from '../../../wp/storefront/v1/AttentionOrder.ts';

export interface ListAttentionOrdersResponse {
  'orders'?: (_wp_storefront_v1_AttentionOrder)[];
}

export interface ListAttentionOrdersResponse__Output {
  'orders': (_wp_storefront_v1_AttentionOrder__Output)[];
}

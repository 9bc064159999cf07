// Original file: storefront/v1/storefront.proto

import type { Product as _wp_storefront_v1_Product, Product__Output as _wp_storefront_v1_Product__Output } from '../../../wp/storefront/v1/Product.ts';

export interface GetProductsResponse {
  'products'?: (_wp_storefront_v1_Product)[];
}

export interface GetProductsResponse__Output {
  'products': (_wp_storefront_v1_Product__Output)[];
}

import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AttentionOrder as _wp_storefront_v1_AttentionOrder, AttentionOrder__Output as _wp_storefront_v1_AttentionOrder__Output } from './wp/storefront/v1/AttentionOrder.ts';
import type { GetJobRequest as _wp_storefront_v1_GetJobRequest, GetJobRequest__Output as _wp_storefront_v1_GetJobRequest__Output } from './wp/storefront/v1/GetJobRequest.ts';
import type { GetJobResponse as _wp_storefront_v1_GetJobResponse, GetJobResponse__Output as _wp_storefront_v1_GetJobResponse__Output } from './wp/storefront/v1/GetJobResponse.ts';
import type { GetProductsRequest as _wp_storefront_v1_GetProductsRequest, GetProductsRequest__Output as _wp_storefront_v1_GetProductsRequest__Output } from './wp/storefront/v1/GetProductsRequest.ts';
import type { GetProductsResponse as _wp_storefront_v1_GetProductsResponse, GetProductsResponse__Output as _wp_storefront_v1_GetProductsResponse__Output } from './wp/storefront/v1/GetProductsResponse.ts';
import type { Job as _wp_storefront_v1_Job, Job__Output as _wp_storefront_v1_Job__Output } from './wp/storefront/v1/Job.ts';
import type { ListAttentionOrdersRequest as _wp_storefront_v1_ListAttentionOrdersRequest, ListAttentionOrdersRequest__Output as _wp_storefront_v1_ListAttentionOrdersRequest__Output } from './wp/storefront/v1/ListAttentionOrdersRequest.ts';
import type { ListAttentionOrdersResponse as _wp_storefront_v1_ListAttentionOrdersResponse, ListAttentionOrdersResponse__Output as _wp_storefront_v1_ListAttentionOrdersResponse__Output } from './wp/storefront/v1/ListAttentionOrdersResponse.ts';
import type { ListChangedJobsRequest as _wp_storefront_v1_ListChangedJobsRequest, ListChangedJobsRequest__Output as _wp_storefront_v1_ListChangedJobsRequest__Output } from './wp/storefront/v1/ListChangedJobsRequest.ts';
import type { ListChangedJobsResponse as _wp_storefront_v1_ListChangedJobsResponse, ListChangedJobsResponse__Output as _wp_storefront_v1_ListChangedJobsResponse__Output } from './wp/storefront/v1/ListChangedJobsResponse.ts';
import type { Product as _wp_storefront_v1_Product, Product__Output as _wp_storefront_v1_Product__Output } from './wp/storefront/v1/Product.ts';
import type { ReturnStockRequest as _wp_storefront_v1_ReturnStockRequest, ReturnStockRequest__Output as _wp_storefront_v1_ReturnStockRequest__Output } from './wp/storefront/v1/ReturnStockRequest.ts';
import type { ReturnStockResponse as _wp_storefront_v1_ReturnStockResponse, ReturnStockResponse__Output as _wp_storefront_v1_ReturnStockResponse__Output } from './wp/storefront/v1/ReturnStockResponse.ts';
import type { StockItem as _wp_storefront_v1_StockItem, StockItem__Output as _wp_storefront_v1_StockItem__Output } from './wp/storefront/v1/StockItem.ts';
import type { StorefrontServiceClient as _wp_storefront_v1_StorefrontServiceClient, StorefrontServiceDefinition as _wp_storefront_v1_StorefrontServiceDefinition } from './wp/storefront/v1/StorefrontService.ts';
import type { TakeStockRequest as _wp_storefront_v1_TakeStockRequest, TakeStockRequest__Output as _wp_storefront_v1_TakeStockRequest__Output } from './wp/storefront/v1/TakeStockRequest.ts';
import type { TakeStockResponse as _wp_storefront_v1_TakeStockResponse, TakeStockResponse__Output as _wp_storefront_v1_TakeStockResponse__Output } from './wp/storefront/v1/TakeStockResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  wp: {
    storefront: {
      v1: {
        AttentionOrder: MessageTypeDefinition<_wp_storefront_v1_AttentionOrder, _wp_storefront_v1_AttentionOrder__Output>
        GetJobRequest: MessageTypeDefinition<_wp_storefront_v1_GetJobRequest, _wp_storefront_v1_GetJobRequest__Output>
        GetJobResponse: MessageTypeDefinition<_wp_storefront_v1_GetJobResponse, _wp_storefront_v1_GetJobResponse__Output>
        GetProductsRequest: MessageTypeDefinition<_wp_storefront_v1_GetProductsRequest, _wp_storefront_v1_GetProductsRequest__Output>
        GetProductsResponse: MessageTypeDefinition<_wp_storefront_v1_GetProductsResponse, _wp_storefront_v1_GetProductsResponse__Output>
        Job: MessageTypeDefinition<_wp_storefront_v1_Job, _wp_storefront_v1_Job__Output>
        ListAttentionOrdersRequest: MessageTypeDefinition<_wp_storefront_v1_ListAttentionOrdersRequest, _wp_storefront_v1_ListAttentionOrdersRequest__Output>
        ListAttentionOrdersResponse: MessageTypeDefinition<_wp_storefront_v1_ListAttentionOrdersResponse, _wp_storefront_v1_ListAttentionOrdersResponse__Output>
        ListChangedJobsRequest: MessageTypeDefinition<_wp_storefront_v1_ListChangedJobsRequest, _wp_storefront_v1_ListChangedJobsRequest__Output>
        ListChangedJobsResponse: MessageTypeDefinition<_wp_storefront_v1_ListChangedJobsResponse, _wp_storefront_v1_ListChangedJobsResponse__Output>
        Product: MessageTypeDefinition<_wp_storefront_v1_Product, _wp_storefront_v1_Product__Output>
        ReturnStockRequest: MessageTypeDefinition<_wp_storefront_v1_ReturnStockRequest, _wp_storefront_v1_ReturnStockRequest__Output>
        ReturnStockResponse: MessageTypeDefinition<_wp_storefront_v1_ReturnStockResponse, _wp_storefront_v1_ReturnStockResponse__Output>
        StockItem: MessageTypeDefinition<_wp_storefront_v1_StockItem, _wp_storefront_v1_StockItem__Output>
        StorefrontService: SubtypeConstructor<typeof grpc.Client, _wp_storefront_v1_StorefrontServiceClient> & { service: _wp_storefront_v1_StorefrontServiceDefinition }
        TakeStockRequest: MessageTypeDefinition<_wp_storefront_v1_TakeStockRequest, _wp_storefront_v1_TakeStockRequest__Output>
        TakeStockResponse: MessageTypeDefinition<_wp_storefront_v1_TakeStockResponse, _wp_storefront_v1_TakeStockResponse__Output>
      }
    }
  }
}


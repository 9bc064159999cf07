import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AttentionOrder as _wp_storefront_v1_AttentionOrder, AttentionOrder__Output as _wp_storefront_v1_AttentionOrder__Output } from './wp/storefront/v1/AttentionOrder.ts';
import type { ListAttentionOrdersRequest as _wp_storefront_v1_ListAttentionOrdersRequest, ListAttentionOrdersRequest__Output as _wp_storefront_v1_ListAttentionOrdersRequest__Output } from './wp/storefront/v1/ListAttentionOrdersRequest.ts';
import type { ListAttentionOrdersResponse as _wp_storefront_v1_ListAttentionOrdersResponse, ListAttentionOrdersResponse__Output as _wp_storefront_v1_ListAttentionOrdersResponse__Output } from './wp/storefront/v1/ListAttentionOrdersResponse.ts';
import type { StorefrontServiceClient as _wp_storefront_v1_StorefrontServiceClient, StorefrontServiceDefinition as _wp_storefront_v1_StorefrontServiceDefinition } from './wp/storefront/v1/StorefrontService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  wp: {
    storefront: {
      v1: {
        AttentionOrder: MessageTypeDefinition<_wp_storefront_v1_AttentionOrder, _wp_storefront_v1_AttentionOrder__Output>
        ListAttentionOrdersRequest: MessageTypeDefinition<_wp_storefront_v1_ListAttentionOrdersRequest, _wp_storefront_v1_ListAttentionOrdersRequest__Output>
        ListAttentionOrdersResponse: MessageTypeDefinition<_wp_storefront_v1_ListAttentionOrdersResponse, _wp_storefront_v1_ListAttentionOrdersResponse__Output>
        StorefrontService: SubtypeConstructor<typeof grpc.Client, _wp_storefront_v1_StorefrontServiceClient> & { service: _wp_storefront_v1_StorefrontServiceDefinition }
      }
    }
  }
}


// Original file: storefront/v1/storefront.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListAttentionOrdersRequest as _wp_storefront_v1_ListAttentionOrdersRequest, ListAttentionOrdersRequest__Output as _wp_storefront_v1_ListAttentionOrdersRequest__Output } from '../../../wp/storefront/v1/ListAttentionOrdersRequest.ts';
import type { ListAttentionOrdersResponse as _wp_storefront_v1_ListAttentionOrdersResponse, ListAttentionOrdersResponse__Output as _wp_storefront_v1_ListAttentionOrdersResponse__Output } from '../../../wp/storefront/v1/ListAttentionOrdersResponse.ts';

export interface StorefrontServiceClient extends grpc.Client {
  /**
   * The newest pending orders of the platform, newest first.
   */
  ListAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  ListAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  ListAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  ListAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The newest pending orders of the platform, newest first.
   */
  listAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  listAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  listAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  listAttentionOrders(argument: _wp_storefront_v1_ListAttentionOrdersRequest, callback: grpc.requestCallback<_wp_storefront_v1_ListAttentionOrdersResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface StorefrontServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The newest pending orders of the platform, newest first.
   */
  ListAttentionOrders: grpc.handleUnaryCall<_wp_storefront_v1_ListAttentionOrdersRequest__Output, _wp_storefront_v1_ListAttentionOrdersResponse>;
  
}

export interface StorefrontServiceDefinition extends grpc.ServiceDefinition {
  ListAttentionOrders: MethodDefinition<_wp_storefront_v1_ListAttentionOrdersRequest, _wp_storefront_v1_ListAttentionOrdersResponse, _wp_storefront_v1_ListAttentionOrdersRequest__Output, _wp_storefront_v1_ListAttentionOrdersResponse__Output>
}

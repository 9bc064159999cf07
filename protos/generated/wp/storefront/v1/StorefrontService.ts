// Original file: storefront/v1/storefront.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ListAttentionOrdersRequest as _wp_storefront_v1_ListAttentionOrdersRequest, ListAttentionOrdersRequest__Output as _wp_storefront_v1_ListAttentionOrdersRequest__Output } from '../../../wp/storefront/v1/ListAttentionOrdersRequest.ts';
import type { ListAttentionOrdersResponse as _wp_storefront_v1_ListAttentionOrdersResponse, ListAttentionOrdersResponse__Output as _wp_storefront_v1_ListAttentionOrdersResponse__Output } from '../../../wp/storefront/v1/ListAttentionOrdersResponse.ts';
import type { ReturnStockRequest as _wp_storefront_v1_ReturnStockRequest, ReturnStockRequest__Output as _wp_storefront_v1_ReturnStockRequest__Output } from '../../../wp/storefront/v1/ReturnStockRequest.ts';
import type { ReturnStockResponse as _wp_storefront_v1_ReturnStockResponse, ReturnStockResponse__Output as _wp_storefront_v1_ReturnStockResponse__Output } from '../../../wp/storefront/v1/ReturnStockResponse.ts';
import type { TakeStockRequest as _wp_storefront_v1_TakeStockRequest, TakeStockRequest__Output as _wp_storefront_v1_TakeStockRequest__Output } from '../../../wp/storefront/v1/TakeStockRequest.ts';
import type { TakeStockResponse as _wp_storefront_v1_TakeStockResponse, TakeStockResponse__Output as _wp_storefront_v1_TakeStockResponse__Output } from '../../../wp/storefront/v1/TakeStockResponse.ts';

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
  
  /**
   * Gives back what the reference took, once. One that took nothing yet cannot take any more.
   */
  ReturnStock(argument: _wp_storefront_v1_ReturnStockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  ReturnStock(argument: _wp_storefront_v1_ReturnStockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  ReturnStock(argument: _wp_storefront_v1_ReturnStockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  ReturnStock(argument: _wp_storefront_v1_ReturnStockRequest, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Gives back what the reference took, once. One that took nothing yet cannot take any more.
   */
  returnStock(argument: _wp_storefront_v1_ReturnStockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  returnStock(argument: _wp_storefront_v1_ReturnStockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  returnStock(argument: _wp_storefront_v1_ReturnStockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  returnStock(argument: _wp_storefront_v1_ReturnStockRequest, callback: grpc.requestCallback<_wp_storefront_v1_ReturnStockResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Takes from the stock of products, all items or none, once for each reference: a repeat is answered as the first.
   * NOT_FOUND: a product that the workspace does not have; OUT_OF_STOCK: too few of one are left;
   * CONFLICT: the reference was given back; VALIDATION_FAILED: no items, or a quantity below 1.
   */
  TakeStock(argument: _wp_storefront_v1_TakeStockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  TakeStock(argument: _wp_storefront_v1_TakeStockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  TakeStock(argument: _wp_storefront_v1_TakeStockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  TakeStock(argument: _wp_storefront_v1_TakeStockRequest, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Takes from the stock of products, all items or none, once for each reference: a repeat is answered as the first.
   * NOT_FOUND: a product that the workspace does not have; OUT_OF_STOCK: too few of one are left;
   * CONFLICT: the reference was given back; VALIDATION_FAILED: no items, or a quantity below 1.
   */
  takeStock(argument: _wp_storefront_v1_TakeStockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  takeStock(argument: _wp_storefront_v1_TakeStockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  takeStock(argument: _wp_storefront_v1_TakeStockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  takeStock(argument: _wp_storefront_v1_TakeStockRequest, callback: grpc.requestCallback<_wp_storefront_v1_TakeStockResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface StorefrontServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * The newest pending orders of the platform, newest first.
   */
  ListAttentionOrders: grpc.handleUnaryCall<_wp_storefront_v1_ListAttentionOrdersRequest__Output, _wp_storefront_v1_ListAttentionOrdersResponse>;
  
  /**
   * Gives back what the reference took, once. One that took nothing yet cannot take any more.
   */
  ReturnStock: grpc.handleUnaryCall<_wp_storefront_v1_ReturnStockRequest__Output, _wp_storefront_v1_ReturnStockResponse>;
  
  /**
   * Takes from the stock of products, all items or none, once for each reference: a repeat is answered as the first.
   * NOT_FOUND: a product that the workspace does not have; OUT_OF_STOCK: too few of one are left;
   * CONFLICT: the reference was given back; VALIDATION_FAILED: no items, or a quantity below 1.
   */
  TakeStock: grpc.handleUnaryCall<_wp_storefront_v1_TakeStockRequest__Output, _wp_storefront_v1_TakeStockResponse>;
  
}

export interface StorefrontServiceDefinition extends grpc.ServiceDefinition {
  ListAttentionOrders: MethodDefinition<_wp_storefront_v1_ListAttentionOrdersRequest, _wp_storefront_v1_ListAttentionOrdersResponse, _wp_storefront_v1_ListAttentionOrdersRequest__Output, _wp_storefront_v1_ListAttentionOrdersResponse__Output>
  ReturnStock: MethodDefinition<_wp_storefront_v1_ReturnStockRequest, _wp_storefront_v1_ReturnStockResponse, _wp_storefront_v1_ReturnStockRequest__Output, _wp_storefront_v1_ReturnStockResponse__Output>
  TakeStock: MethodDefinition<_wp_storefront_v1_TakeStockRequest, _wp_storefront_v1_TakeStockResponse, _wp_storefront_v1_TakeStockRequest__Output, _wp_storefront_v1_TakeStockResponse__Output>
}

// Original file: storefront/v1/storefront.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetJobRequest as _wp_storefront_v1_GetJobRequest, GetJobRequest__Output as _wp_storefront_v1_GetJobRequest__Output } from '../../../wp/storefront/v1/GetJobRequest.ts';
import type { GetJobResponse as _wp_storefront_v1_GetJobResponse, GetJobResponse__Output as _wp_storefront_v1_GetJobResponse__Output } from '../../../wp/storefront/v1/GetJobResponse.ts';
import type { GetProductsRequest as _wp_storefront_v1_GetProductsRequest, GetProductsRequest__Output as _wp_storefront_v1_GetProductsRequest__Output } from '../../../wp/storefront/v1/GetProductsRequest.ts';
import type { GetProductsResponse as _wp_storefront_v1_GetProductsResponse, GetProductsResponse__Output as _wp_storefront_v1_GetProductsResponse__Output } from '../../../wp/storefront/v1/GetProductsResponse.ts';
import type { ListAttentionOrdersRequest as _wp_storefront_v1_ListAttentionOrdersRequest, ListAttentionOrdersRequest__Output as _wp_storefront_v1_ListAttentionOrdersRequest__Output } from '../../../wp/storefront/v1/ListAttentionOrdersRequest.ts';
import type { ListAttentionOrdersResponse as _wp_storefront_v1_ListAttentionOrdersResponse, ListAttentionOrdersResponse__Output as _wp_storefront_v1_ListAttentionOrdersResponse__Output } from '../../../wp/storefront/v1/ListAttentionOrdersResponse.ts';
import type { ListChangedJobsRequest as _wp_storefront_v1_ListChangedJobsRequest, ListChangedJobsRequest__Output as _wp_storefront_v1_ListChangedJobsRequest__Output } from '../../../wp/storefront/v1/ListChangedJobsRequest.ts';
import type { ListChangedJobsResponse as _wp_storefront_v1_ListChangedJobsResponse, ListChangedJobsResponse__Output as _wp_storefront_v1_ListChangedJobsResponse__Output } from '../../../wp/storefront/v1/ListChangedJobsResponse.ts';
import type { ReturnStockRequest as _wp_storefront_v1_ReturnStockRequest, ReturnStockRequest__Output as _wp_storefront_v1_ReturnStockRequest__Output } from '../../../wp/storefront/v1/ReturnStockRequest.ts';
import type { ReturnStockResponse as _wp_storefront_v1_ReturnStockResponse, ReturnStockResponse__Output as _wp_storefront_v1_ReturnStockResponse__Output } from '../../../wp/storefront/v1/ReturnStockResponse.ts';
import type { TakeStockRequest as _wp_storefront_v1_TakeStockRequest, TakeStockRequest__Output as _wp_storefront_v1_TakeStockRequest__Output } from '../../../wp/storefront/v1/TakeStockRequest.ts';
import type { TakeStockResponse as _wp_storefront_v1_TakeStockResponse, TakeStockResponse__Output as _wp_storefront_v1_TakeStockResponse__Output } from '../../../wp/storefront/v1/TakeStockResponse.ts';

export interface StorefrontServiceClient extends grpc.Client {
  /**
   * No `job` in the answer: the workspace has none with this id.
   */
  GetJob(argument: _wp_storefront_v1_GetJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _wp_storefront_v1_GetJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _wp_storefront_v1_GetJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  GetJob(argument: _wp_storefront_v1_GetJobRequest, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `job` in the answer: the workspace has none with this id.
   */
  getJob(argument: _wp_storefront_v1_GetJobRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  getJob(argument: _wp_storefront_v1_GetJobRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  getJob(argument: _wp_storefront_v1_GetJobRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  getJob(argument: _wp_storefront_v1_GetJobRequest, callback: grpc.requestCallback<_wp_storefront_v1_GetJobResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Those that the workspace has, whatever their status; others are left out.
   */
  GetProducts(argument: _wp_storefront_v1_GetProductsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  GetProducts(argument: _wp_storefront_v1_GetProductsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  GetProducts(argument: _wp_storefront_v1_GetProductsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  GetProducts(argument: _wp_storefront_v1_GetProductsRequest, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Those that the workspace has, whatever their status; others are left out.
   */
  getProducts(argument: _wp_storefront_v1_GetProductsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  getProducts(argument: _wp_storefront_v1_GetProductsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  getProducts(argument: _wp_storefront_v1_GetProductsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  getProducts(argument: _wp_storefront_v1_GetProductsRequest, callback: grpc.requestCallback<_wp_storefront_v1_GetProductsResponse__Output>): grpc.ClientUnaryCall;
  
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
   * The jobs that changed since a moment, the oldest change first.
   */
  ListChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  ListChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  ListChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  ListChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  /**
   * The jobs that changed since a moment, the oldest change first.
   */
  listChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  listChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  listChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  listChangedJobs(argument: _wp_storefront_v1_ListChangedJobsRequest, callback: grpc.requestCallback<_wp_storefront_v1_ListChangedJobsResponse__Output>): grpc.ClientUnaryCall;
  
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
   * No `job` in the answer: the workspace has none with this id.
   */
  GetJob: grpc.handleUnaryCall<_wp_storefront_v1_GetJobRequest__Output, _wp_storefront_v1_GetJobResponse>;
  
  /**
   * Those that the workspace has, whatever their status; others are left out.
   */
  GetProducts: grpc.handleUnaryCall<_wp_storefront_v1_GetProductsRequest__Output, _wp_storefront_v1_GetProductsResponse>;
  
  /**
   * The newest pending orders of the platform, newest first.
   */
  ListAttentionOrders: grpc.handleUnaryCall<_wp_storefront_v1_ListAttentionOrdersRequest__Output, _wp_storefront_v1_ListAttentionOrdersResponse>;
  
  /**
   * The jobs that changed since a moment, the oldest change first.
   */
  ListChangedJobs: grpc.handleUnaryCall<_wp_storefront_v1_ListChangedJobsRequest__Output, _wp_storefront_v1_ListChangedJobsResponse>;
  
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
  GetJob: MethodDefinition<_wp_storefront_v1_GetJobRequest, _wp_storefront_v1_GetJobResponse, _wp_storefront_v1_GetJobRequest__Output, _wp_storefront_v1_GetJobResponse__Output>
  GetProducts: MethodDefinition<_wp_storefront_v1_GetProductsRequest, _wp_storefront_v1_GetProductsResponse, _wp_storefront_v1_GetProductsRequest__Output, _wp_storefront_v1_GetProductsResponse__Output>
  ListAttentionOrders: MethodDefinition<_wp_storefront_v1_ListAttentionOrdersRequest, _wp_storefront_v1_ListAttentionOrdersResponse, _wp_storefront_v1_ListAttentionOrdersRequest__Output, _wp_storefront_v1_ListAttentionOrdersResponse__Output>
  ListChangedJobs: MethodDefinition<_wp_storefront_v1_ListChangedJobsRequest, _wp_storefront_v1_ListChangedJobsResponse, _wp_storefront_v1_ListChangedJobsRequest__Output, _wp_storefront_v1_ListChangedJobsResponse__Output>
  ReturnStock: MethodDefinition<_wp_storefront_v1_ReturnStockRequest, _wp_storefront_v1_ReturnStockResponse, _wp_storefront_v1_ReturnStockRequest__Output, _wp_storefront_v1_ReturnStockResponse__Output>
  TakeStock: MethodDefinition<_wp_storefront_v1_TakeStockRequest, _wp_storefront_v1_TakeStockResponse, _wp_storefront_v1_TakeStockRequest__Output, _wp_storefront_v1_TakeStockResponse__Output>
}

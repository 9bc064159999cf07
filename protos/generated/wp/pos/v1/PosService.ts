// Original file: pos/v1/pos.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateDraftInvoiceRequest as _wp_pos_v1_CreateDraftInvoiceRequest, CreateDraftInvoiceRequest__Output as _wp_pos_v1_CreateDraftInvoiceRequest__Output } from '../../../wp/pos/v1/CreateDraftInvoiceRequest.ts';
import type { CreateDraftInvoiceResponse as _wp_pos_v1_CreateDraftInvoiceResponse, CreateDraftInvoiceResponse__Output as _wp_pos_v1_CreateDraftInvoiceResponse__Output } from '../../../wp/pos/v1/CreateDraftInvoiceResponse.ts';

export interface PosServiceClient extends grpc.Client {
  /**
   * Makes a draft invoice without a till, once for each reference: the second call answers the first invoice.
   * NOT_FOUND: unknown client; VALIDATION_FAILED: what the HTTP API would refuse as well.
   */
  CreateDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  CreateDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  CreateDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  CreateDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Makes a draft invoice without a till, once for each reference: the second call answers the first invoice.
   * NOT_FOUND: unknown client; VALIDATION_FAILED: what the HTTP API would refuse as well.
   */
  createDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  createDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  createDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  createDraftInvoice(argument: _wp_pos_v1_CreateDraftInvoiceRequest, callback: grpc.requestCallback<_wp_pos_v1_CreateDraftInvoiceResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface PosServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Makes a draft invoice without a till, once for each reference: the second call answers the first invoice.
   * NOT_FOUND: unknown client; VALIDATION_FAILED: what the HTTP API would refuse as well.
   */
  CreateDraftInvoice: grpc.handleUnaryCall<_wp_pos_v1_CreateDraftInvoiceRequest__Output, _wp_pos_v1_CreateDraftInvoiceResponse>;
  
}

export interface PosServiceDefinition extends grpc.ServiceDefinition {
  CreateDraftInvoice: MethodDefinition<_wp_pos_v1_CreateDraftInvoiceRequest, _wp_pos_v1_CreateDraftInvoiceResponse, _wp_pos_v1_CreateDraftInvoiceRequest__Output, _wp_pos_v1_CreateDraftInvoiceResponse__Output>
}

// Original file: finance/v1/finance.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CreateIncomeRequest as _wp_finance_v1_CreateIncomeRequest, CreateIncomeRequest__Output as _wp_finance_v1_CreateIncomeRequest__Output } from '../../../wp/finance/v1/CreateIncomeRequest.ts';
import type { CreateIncomeResponse as _wp_finance_v1_CreateIncomeResponse, CreateIncomeResponse__Output as _wp_finance_v1_CreateIncomeResponse__Output } from '../../../wp/finance/v1/CreateIncomeResponse.ts';

export interface FinanceServiceClient extends grpc.Client {
  /**
   * Books an income, once for each reference: the second call answers the first income.
   * NOT_FOUND: unknown workspace; VALIDATION_FAILED: what the HTTP API would refuse as well.
   */
  CreateIncome(argument: _wp_finance_v1_CreateIncomeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  CreateIncome(argument: _wp_finance_v1_CreateIncomeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  CreateIncome(argument: _wp_finance_v1_CreateIncomeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  CreateIncome(argument: _wp_finance_v1_CreateIncomeRequest, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Books an income, once for each reference: the second call answers the first income.
   * NOT_FOUND: unknown workspace; VALIDATION_FAILED: what the HTTP API would refuse as well.
   */
  createIncome(argument: _wp_finance_v1_CreateIncomeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  createIncome(argument: _wp_finance_v1_CreateIncomeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  createIncome(argument: _wp_finance_v1_CreateIncomeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  createIncome(argument: _wp_finance_v1_CreateIncomeRequest, callback: grpc.requestCallback<_wp_finance_v1_CreateIncomeResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface FinanceServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Books an income, once for each reference: the second call answers the first income.
   * NOT_FOUND: unknown workspace; VALIDATION_FAILED: what the HTTP API would refuse as well.
   */
  CreateIncome: grpc.handleUnaryCall<_wp_finance_v1_CreateIncomeRequest__Output, _wp_finance_v1_CreateIncomeResponse>;
  
}

export interface FinanceServiceDefinition extends grpc.ServiceDefinition {
  CreateIncome: MethodDefinition<_wp_finance_v1_CreateIncomeRequest, _wp_finance_v1_CreateIncomeResponse, _wp_finance_v1_CreateIncomeRequest__Output, _wp_finance_v1_CreateIncomeResponse__Output>
}

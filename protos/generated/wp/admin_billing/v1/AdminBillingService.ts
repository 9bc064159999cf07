// Original file: admin_billing/v1/admin_billing.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { CommitQuotaRequest as _wp_admin_billing_v1_CommitQuotaRequest, CommitQuotaRequest__Output as _wp_admin_billing_v1_CommitQuotaRequest__Output } from '../../../wp/admin_billing/v1/CommitQuotaRequest.ts';
import type { CommitQuotaResponse as _wp_admin_billing_v1_CommitQuotaResponse, CommitQuotaResponse__Output as _wp_admin_billing_v1_CommitQuotaResponse__Output } from '../../../wp/admin_billing/v1/CommitQuotaResponse.ts';
import type { GetActiveCategoryRequest as _wp_admin_billing_v1_GetActiveCategoryRequest, GetActiveCategoryRequest__Output as _wp_admin_billing_v1_GetActiveCategoryRequest__Output } from '../../../wp/admin_billing/v1/GetActiveCategoryRequest.ts';
import type { GetActiveCategoryResponse as _wp_admin_billing_v1_GetActiveCategoryResponse, GetActiveCategoryResponse__Output as _wp_admin_billing_v1_GetActiveCategoryResponse__Output } from '../../../wp/admin_billing/v1/GetActiveCategoryResponse.ts';
import type { GetActivePlanRequest as _wp_admin_billing_v1_GetActivePlanRequest, GetActivePlanRequest__Output as _wp_admin_billing_v1_GetActivePlanRequest__Output } from '../../../wp/admin_billing/v1/GetActivePlanRequest.ts';
import type { GetActivePlanResponse as _wp_admin_billing_v1_GetActivePlanResponse, GetActivePlanResponse__Output as _wp_admin_billing_v1_GetActivePlanResponse__Output } from '../../../wp/admin_billing/v1/GetActivePlanResponse.ts';
import type { GetSubscriptionRequest as _wp_admin_billing_v1_GetSubscriptionRequest, GetSubscriptionRequest__Output as _wp_admin_billing_v1_GetSubscriptionRequest__Output } from '../../../wp/admin_billing/v1/GetSubscriptionRequest.ts';
import type { GetSubscriptionResponse as _wp_admin_billing_v1_GetSubscriptionResponse, GetSubscriptionResponse__Output as _wp_admin_billing_v1_GetSubscriptionResponse__Output } from '../../../wp/admin_billing/v1/GetSubscriptionResponse.ts';
import type { ReleaseQuotaRequest as _wp_admin_billing_v1_ReleaseQuotaRequest, ReleaseQuotaRequest__Output as _wp_admin_billing_v1_ReleaseQuotaRequest__Output } from '../../../wp/admin_billing/v1/ReleaseQuotaRequest.ts';
import type { ReleaseQuotaResponse as _wp_admin_billing_v1_ReleaseQuotaResponse, ReleaseQuotaResponse__Output as _wp_admin_billing_v1_ReleaseQuotaResponse__Output } from '../../../wp/admin_billing/v1/ReleaseQuotaResponse.ts';
import type { ReserveQuotaRequest as _wp_admin_billing_v1_ReserveQuotaRequest, ReserveQuotaRequest__Output as _wp_admin_billing_v1_ReserveQuotaRequest__Output } from '../../../wp/admin_billing/v1/ReserveQuotaRequest.ts';
import type { ReserveQuotaResponse as _wp_admin_billing_v1_ReserveQuotaResponse, ReserveQuotaResponse__Output as _wp_admin_billing_v1_ReserveQuotaResponse__Output } from '../../../wp/admin_billing/v1/ReserveQuotaResponse.ts';

export interface AdminBillingServiceClient extends grpc.Client {
  /**
   * Makes a reservation last; NOT_FOUND when it was never made, was released, or has lapsed.
   */
  CommitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  CommitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  CommitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  CommitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Makes a reservation last; NOT_FOUND when it was never made, was released, or has lapsed.
   */
  commitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  commitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  commitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  commitQuota(argument: _wp_admin_billing_v1_CommitQuotaRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_CommitQuotaResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * No `category` in the answer: unknown or not active.
   */
  GetActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  GetActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  GetActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  GetActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `category` in the answer: unknown or not active.
   */
  getActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  getActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  getActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  getActiveCategory(argument: _wp_admin_billing_v1_GetActiveCategoryRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActiveCategoryResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * No `plan` in the answer: unknown or not active.
   */
  GetActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  GetActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  GetActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  GetActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `plan` in the answer: unknown or not active.
   */
  getActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  getActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  getActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  getActivePlan(argument: _wp_admin_billing_v1_GetActivePlanRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_GetActivePlanResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * No `subscription` in the answer: no such workspace.
   */
  GetSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  GetSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  /**
   * No `subscription` in the answer: no such workspace.
   */
  getSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  getSubscription(argument: _wp_admin_billing_v1_GetSubscriptionRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_GetSubscriptionResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Gives back what the key holds, reserved or committed; also succeeds when it holds nothing. The key is used up.
   */
  ReleaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  ReleaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  ReleaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  ReleaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Gives back what the key holds, reserved or committed; also succeeds when it holds nothing. The key is used up.
   */
  releaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  releaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  releaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  releaseQuota(argument: _wp_admin_billing_v1_ReleaseQuotaRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_ReleaseQuotaResponse__Output>): grpc.ClientUnaryCall;
  
  /**
   * Holds an amount of a quota for up to 15 minutes, once for each key; QUOTA_EXCEEDED when it does not fit, CONFLICT
   * when the key was released: a reservation that arrives late holds nothing.
   */
  ReserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  ReserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  ReserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  ReserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  /**
   * Holds an amount of a quota for up to 15 minutes, once for each key; QUOTA_EXCEEDED when it does not fit, CONFLICT
   * when the key was released: a reservation that arrives late holds nothing.
   */
  reserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  reserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  reserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  reserveQuota(argument: _wp_admin_billing_v1_ReserveQuotaRequest, callback: grpc.requestCallback<_wp_admin_billing_v1_ReserveQuotaResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface AdminBillingServiceHandlers extends grpc.UntypedServiceImplementation {
  /**
   * Makes a reservation last; NOT_FOUND when it was never made, was released, or has lapsed.
   */
  CommitQuota: grpc.handleUnaryCall<_wp_admin_billing_v1_CommitQuotaRequest__Output, _wp_admin_billing_v1_CommitQuotaResponse>;
  
  /**
   * No `category` in the answer: unknown or not active.
   */
  GetActiveCategory: grpc.handleUnaryCall<_wp_admin_billing_v1_GetActiveCategoryRequest__Output, _wp_admin_billing_v1_GetActiveCategoryResponse>;
  
  /**
   * No `plan` in the answer: unknown or not active.
   */
  GetActivePlan: grpc.handleUnaryCall<_wp_admin_billing_v1_GetActivePlanRequest__Output, _wp_admin_billing_v1_GetActivePlanResponse>;
  
  /**
   * No `subscription` in the answer: no such workspace.
   */
  GetSubscription: grpc.handleUnaryCall<_wp_admin_billing_v1_GetSubscriptionRequest__Output, _wp_admin_billing_v1_GetSubscriptionResponse>;
  
  /**
   * Gives back what the key holds, reserved or committed; also succeeds when it holds nothing. The key is used up.
   */
  ReleaseQuota: grpc.handleUnaryCall<_wp_admin_billing_v1_ReleaseQuotaRequest__Output, _wp_admin_billing_v1_ReleaseQuotaResponse>;
  
  /**
   * Holds an amount of a quota for up to 15 minutes, once for each key; QUOTA_EXCEEDED when it does not fit, CONFLICT
   * when the key was released: a reservation that arrives late holds nothing.
   */
  ReserveQuota: grpc.handleUnaryCall<_wp_admin_billing_v1_ReserveQuotaRequest__Output, _wp_admin_billing_v1_ReserveQuotaResponse>;
  
}

export interface AdminBillingServiceDefinition extends grpc.ServiceDefinition {
  CommitQuota: MethodDefinition<_wp_admin_billing_v1_CommitQuotaRequest, _wp_admin_billing_v1_CommitQuotaResponse, _wp_admin_billing_v1_CommitQuotaRequest__Output, _wp_admin_billing_v1_CommitQuotaResponse__Output>
  GetActiveCategory: MethodDefinition<_wp_admin_billing_v1_GetActiveCategoryRequest, _wp_admin_billing_v1_GetActiveCategoryResponse, _wp_admin_billing_v1_GetActiveCategoryRequest__Output, _wp_admin_billing_v1_GetActiveCategoryResponse__Output>
  GetActivePlan: MethodDefinition<_wp_admin_billing_v1_GetActivePlanRequest, _wp_admin_billing_v1_GetActivePlanResponse, _wp_admin_billing_v1_GetActivePlanRequest__Output, _wp_admin_billing_v1_GetActivePlanResponse__Output>
  GetSubscription: MethodDefinition<_wp_admin_billing_v1_GetSubscriptionRequest, _wp_admin_billing_v1_GetSubscriptionResponse, _wp_admin_billing_v1_GetSubscriptionRequest__Output, _wp_admin_billing_v1_GetSubscriptionResponse__Output>
  ReleaseQuota: MethodDefinition<_wp_admin_billing_v1_ReleaseQuotaRequest, _wp_admin_billing_v1_ReleaseQuotaResponse, _wp_admin_billing_v1_ReleaseQuotaRequest__Output, _wp_admin_billing_v1_ReleaseQuotaResponse__Output>
  ReserveQuota: MethodDefinition<_wp_admin_billing_v1_ReserveQuotaRequest, _wp_admin_billing_v1_ReserveQuotaResponse, _wp_admin_billing_v1_ReserveQuotaRequest__Output, _wp_admin_billing_v1_ReserveQuotaResponse__Output>
}

import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AdminBillingServiceClient as _wp_admin_billing_v1_AdminBillingServiceClient, AdminBillingServiceDefinition as _wp_admin_billing_v1_AdminBillingServiceDefinition } from './wp/admin_billing/v1/AdminBillingService.ts';
import type { Category as _wp_admin_billing_v1_Category, Category__Output as _wp_admin_billing_v1_Category__Output } from './wp/admin_billing/v1/Category.ts';
import type { CommitQuotaRequest as _wp_admin_billing_v1_CommitQuotaRequest, CommitQuotaRequest__Output as _wp_admin_billing_v1_CommitQuotaRequest__Output } from './wp/admin_billing/v1/CommitQuotaRequest.ts';
import type { CommitQuotaResponse as _wp_admin_billing_v1_CommitQuotaResponse, CommitQuotaResponse__Output as _wp_admin_billing_v1_CommitQuotaResponse__Output } from './wp/admin_billing/v1/CommitQuotaResponse.ts';
import type { GetActiveCategoryRequest as _wp_admin_billing_v1_GetActiveCategoryRequest, GetActiveCategoryRequest__Output as _wp_admin_billing_v1_GetActiveCategoryRequest__Output } from './wp/admin_billing/v1/GetActiveCategoryRequest.ts';
import type { GetActiveCategoryResponse as _wp_admin_billing_v1_GetActiveCategoryResponse, GetActiveCategoryResponse__Output as _wp_admin_billing_v1_GetActiveCategoryResponse__Output } from './wp/admin_billing/v1/GetActiveCategoryResponse.ts';
import type { GetActivePlanRequest as _wp_admin_billing_v1_GetActivePlanRequest, GetActivePlanRequest__Output as _wp_admin_billing_v1_GetActivePlanRequest__Output } from './wp/admin_billing/v1/GetActivePlanRequest.ts';
import type { GetActivePlanResponse as _wp_admin_billing_v1_GetActivePlanResponse, GetActivePlanResponse__Output as _wp_admin_billing_v1_GetActivePlanResponse__Output } from './wp/admin_billing/v1/GetActivePlanResponse.ts';
import type { GetSubscriptionRequest as _wp_admin_billing_v1_GetSubscriptionRequest, GetSubscriptionRequest__Output as _wp_admin_billing_v1_GetSubscriptionRequest__Output } from './wp/admin_billing/v1/GetSubscriptionRequest.ts';
import type { GetSubscriptionResponse as _wp_admin_billing_v1_GetSubscriptionResponse, GetSubscriptionResponse__Output as _wp_admin_billing_v1_GetSubscriptionResponse__Output } from './wp/admin_billing/v1/GetSubscriptionResponse.ts';
import type { Plan as _wp_admin_billing_v1_Plan, Plan__Output as _wp_admin_billing_v1_Plan__Output } from './wp/admin_billing/v1/Plan.ts';
import type { PlanLimits as _wp_admin_billing_v1_PlanLimits, PlanLimits__Output as _wp_admin_billing_v1_PlanLimits__Output } from './wp/admin_billing/v1/PlanLimits.ts';
import type { QuotaUse as _wp_admin_billing_v1_QuotaUse, QuotaUse__Output as _wp_admin_billing_v1_QuotaUse__Output } from './wp/admin_billing/v1/QuotaUse.ts';
import type { ReleaseQuotaRequest as _wp_admin_billing_v1_ReleaseQuotaRequest, ReleaseQuotaRequest__Output as _wp_admin_billing_v1_ReleaseQuotaRequest__Output } from './wp/admin_billing/v1/ReleaseQuotaRequest.ts';
import type { ReleaseQuotaResponse as _wp_admin_billing_v1_ReleaseQuotaResponse, ReleaseQuotaResponse__Output as _wp_admin_billing_v1_ReleaseQuotaResponse__Output } from './wp/admin_billing/v1/ReleaseQuotaResponse.ts';
import type { ReserveQuotaRequest as _wp_admin_billing_v1_ReserveQuotaRequest, ReserveQuotaRequest__Output as _wp_admin_billing_v1_ReserveQuotaRequest__Output } from './wp/admin_billing/v1/ReserveQuotaRequest.ts';
import type { ReserveQuotaResponse as _wp_admin_billing_v1_ReserveQuotaResponse, ReserveQuotaResponse__Output as _wp_admin_billing_v1_ReserveQuotaResponse__Output } from './wp/admin_billing/v1/ReserveQuotaResponse.ts';
import type { Subscription as _wp_admin_billing_v1_Subscription, Subscription__Output as _wp_admin_billing_v1_Subscription__Output } from './wp/admin_billing/v1/Subscription.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  wp: {
    admin_billing: {
      v1: {
        AdminBillingService: SubtypeConstructor<typeof grpc.Client, _wp_admin_billing_v1_AdminBillingServiceClient> & { service: _wp_admin_billing_v1_AdminBillingServiceDefinition }
        Category: MessageTypeDefinition<_wp_admin_billing_v1_Category, _wp_admin_billing_v1_Category__Output>
        CommitQuotaRequest: MessageTypeDefinition<_wp_admin_billing_v1_CommitQuotaRequest, _wp_admin_billing_v1_CommitQuotaRequest__Output>
        CommitQuotaResponse: MessageTypeDefinition<_wp_admin_billing_v1_CommitQuotaResponse, _wp_admin_billing_v1_CommitQuotaResponse__Output>
        GetActiveCategoryRequest: MessageTypeDefinition<_wp_admin_billing_v1_GetActiveCategoryRequest, _wp_admin_billing_v1_GetActiveCategoryRequest__Output>
        GetActiveCategoryResponse: MessageTypeDefinition<_wp_admin_billing_v1_GetActiveCategoryResponse, _wp_admin_billing_v1_GetActiveCategoryResponse__Output>
        GetActivePlanRequest: MessageTypeDefinition<_wp_admin_billing_v1_GetActivePlanRequest, _wp_admin_billing_v1_GetActivePlanRequest__Output>
        GetActivePlanResponse: MessageTypeDefinition<_wp_admin_billing_v1_GetActivePlanResponse, _wp_admin_billing_v1_GetActivePlanResponse__Output>
        GetSubscriptionRequest: MessageTypeDefinition<_wp_admin_billing_v1_GetSubscriptionRequest, _wp_admin_billing_v1_GetSubscriptionRequest__Output>
        GetSubscriptionResponse: MessageTypeDefinition<_wp_admin_billing_v1_GetSubscriptionResponse, _wp_admin_billing_v1_GetSubscriptionResponse__Output>
        Plan: MessageTypeDefinition<_wp_admin_billing_v1_Plan, _wp_admin_billing_v1_Plan__Output>
        PlanLimits: MessageTypeDefinition<_wp_admin_billing_v1_PlanLimits, _wp_admin_billing_v1_PlanLimits__Output>
        QuotaUse: MessageTypeDefinition<_wp_admin_billing_v1_QuotaUse, _wp_admin_billing_v1_QuotaUse__Output>
        ReleaseQuotaRequest: MessageTypeDefinition<_wp_admin_billing_v1_ReleaseQuotaRequest, _wp_admin_billing_v1_ReleaseQuotaRequest__Output>
        ReleaseQuotaResponse: MessageTypeDefinition<_wp_admin_billing_v1_ReleaseQuotaResponse, _wp_admin_billing_v1_ReleaseQuotaResponse__Output>
        ReserveQuotaRequest: MessageTypeDefinition<_wp_admin_billing_v1_ReserveQuotaRequest, _wp_admin_billing_v1_ReserveQuotaRequest__Output>
        ReserveQuotaResponse: MessageTypeDefinition<_wp_admin_billing_v1_ReserveQuotaResponse, _wp_admin_billing_v1_ReserveQuotaResponse__Output>
        Subscription: MessageTypeDefinition<_wp_admin_billing_v1_Subscription, _wp_admin_billing_v1_Subscription__Output>
      }
    }
  }
}


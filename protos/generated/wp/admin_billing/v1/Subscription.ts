// Original file: admin_billing/v1/admin_billing.proto

import type { PlanLimits as _wp_admin_billing_v1_PlanLimits, PlanLimits__Output as _wp_admin_billing_v1_PlanLimits__Output } from '../../../wp/admin_billing/v1/PlanLimits.ts';
import type { Long } from '@grpc/proto-loader';

export interface Subscription {
  'workspaceId'?: (string);
  /**
   * Rises with every change; a smaller one is older news.
   */
  'version'?: (number | string | Long);
  'planId'?: (string);
  'planSlug'?: (string);
  /**
   * Absent: no end.
   */
  'subscriptionEndDate'?: (string);
  'discountPercentage'?: (number | string);
  'additionalStorageMb'?: (number | string | Long);
  /**
   * What the plan and the additions allow together.
   */
  'limits'?: (_wp_admin_billing_v1_PlanLimits | null);
  '_subscriptionEndDate'?: "subscriptionEndDate";
  '_discountPercentage'?: "discountPercentage";
}

export interface Subscription__Output {
  'workspaceId': (string);
  /**
   * Rises with every change; a smaller one is older news.
   */
  'version': (number);
  'planId': (string);
  'planSlug': (string);
  /**
   * Absent: no end.
   */
  'subscriptionEndDate'?: (string);
  'discountPercentage'?: (number);
  'additionalStorageMb': (number);
  /**
   * What the plan and the additions allow together.
   */
  'limits': (_wp_admin_billing_v1_PlanLimits__Output | null);
}

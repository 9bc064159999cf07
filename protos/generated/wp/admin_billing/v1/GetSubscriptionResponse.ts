// Original file: admin_billing/v1/admin_billing.proto

import type { Subscription as _wp_admin_billing_v1_Subscription, Subscription__Output as _wp_admin_billing_v1_Subscription__Output } from '../../../wp/admin_billing/v1/Subscription.ts';

export interface GetSubscriptionResponse {
  'subscription'?: (_wp_admin_billing_v1_Subscription | null);
}

export interface GetSubscriptionResponse__Output {
  'subscription': (_wp_admin_billing_v1_Subscription__Output | null);
}

// Original file: admin_billing/v1/admin_billing.proto

import type { Plan as _wp_admin_billing_v1_Plan, Plan__Output as _wp_admin_billing_v1_Plan__Output } from '../../../wp/admin_billing/v1/Plan.ts';

export interface GetActivePlanResponse {
  'plan'?: (_wp_admin_billing_v1_Plan | null);
}

export interface GetActivePlanResponse__Output {
  'plan': (_wp_admin_billing_v1_Plan__Output | null);
}

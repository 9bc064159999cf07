// Original file: admin_billing/v1/admin_billing.proto

import type { PlanLimits as _wp_admin_billing_v1_PlanLimits, PlanLimits__Output as _wp_admin_billing_v1_PlanLimits__Output } from '../../../wp/admin_billing/v1/PlanLimits.ts';

export interface Plan {
  'id'?: (string);
  'slug'?: (string);
  'name'?: (string);
  /**
   * Absent: no trial, the subscription has no end.
   */
  'trialPeriodDays'?: (number);
  'limits'?: (_wp_admin_billing_v1_PlanLimits | null);
  '_trialPeriodDays'?: "trialPeriodDays";
}

export interface Plan__Output {
  'id': (string);
  'slug': (string);
  'name': (string);
  /**
   * Absent: no trial, the subscription has no end.
   */
  'trialPeriodDays'?: (number);
  'limits': (_wp_admin_billing_v1_PlanLimits__Output | null);
}

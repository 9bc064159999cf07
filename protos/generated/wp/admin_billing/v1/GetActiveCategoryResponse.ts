// Original file: admin_billing/v1/admin_billing.proto

import type { Category as _wp_admin_billing_v1_Category, Category__Output as _wp_admin_billing_v1_Category__Output } from '../../../wp/admin_billing/v1/Category.ts';

export interface GetActiveCategoryResponse {
  'category'?: (_wp_admin_billing_v1_Category | null);
}

export interface GetActiveCategoryResponse__Output {
  'category': (_wp_admin_billing_v1_Category__Output | null);
}

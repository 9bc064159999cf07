// Original file: admin_billing/v1/admin_billing.proto

import type { QuotaUse as _wp_admin_billing_v1_QuotaUse, QuotaUse__Output as _wp_admin_billing_v1_QuotaUse__Output } from '../../../wp/admin_billing/v1/QuotaUse.ts';

export interface CommitQuotaResponse {
  'use'?: (_wp_admin_billing_v1_QuotaUse | null);
}

export interface CommitQuotaResponse__Output {
  'use': (_wp_admin_billing_v1_QuotaUse__Output | null);
}

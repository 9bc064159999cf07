// Original file: admin_billing/v1/admin_billing.proto

import type { Long } from '@grpc/proto-loader';

/**
 * How full the quota is, this key included.
 */
export interface QuotaUse {
  'used'?: (number | string | Long);
  /**
   * Absent: no limit.
   */
  'limit'?: (number | string | Long);
  '_limit'?: "limit";
}

/**
 * How full the quota is, this key included.
 */
export interface QuotaUse__Output {
  'used': (number);
  /**
   * Absent: no limit.
   */
  'limit'?: (number);
}

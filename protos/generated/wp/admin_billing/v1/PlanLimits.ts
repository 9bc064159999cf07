// Original file: admin_billing/v1/admin_billing.proto

import type { Long } from '@grpc/proto-loader';

/**
 * Absent: no limit.
 */
export interface PlanLimits {
  'maxStaff'?: (number | string | Long);
  'storageMb'?: (number | string | Long);
  '_maxStaff'?: "maxStaff";
  '_storageMb'?: "storageMb";
}

/**
 * Absent: no limit.
 */
export interface PlanLimits__Output {
  'maxStaff'?: (number);
  'storageMb'?: (number);
}

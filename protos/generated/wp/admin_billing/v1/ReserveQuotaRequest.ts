// Original file: admin_billing/v1/admin_billing.proto

import type { Long } from '@grpc/proto-loader';

export interface ReserveQuotaRequest {
  /**
   * Chosen by the caller, unique for each thing that takes room, for example `finance/receipts/<id>`.
   */
  'key'?: (string);
  'workspaceId'?: (string);
  /**
   * `staff` (members) or `storage` (bytes).
   */
  'quota'?: (string);
  'amount'?: (number | string | Long);
  /**
   * The service that asks; the owner's storage view sums by it.
   */
  'service'?: (string);
}

export interface ReserveQuotaRequest__Output {
  /**
   * Chosen by the caller, unique for each thing that takes room, for example `finance/receipts/<id>`.
   */
  'key': (string);
  'workspaceId': (string);
  /**
   * `staff` (members) or `storage` (bytes).
   */
  'quota': (string);
  'amount': (number);
  /**
   * The service that asks; the owner's storage view sums by it.
   */
  'service': (string);
}

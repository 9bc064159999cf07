// Original file: admin_billing/v1/admin_billing.proto


export interface ReleaseQuotaResponse {
  /**
   * False when the key held nothing.
   */
  'released'?: (boolean);
}

export interface ReleaseQuotaResponse__Output {
  /**
   * False when the key held nothing.
   */
  'released': (boolean);
}

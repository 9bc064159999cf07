// Original file: admin_billing/v1/admin_billing.proto


export interface ReleaseQuotaRequest {
  'workspaceId'?: (string);
  'key'?: (string);
}

export interface ReleaseQuotaRequest__Output {
  'workspaceId': (string);
  'key': (string);
}

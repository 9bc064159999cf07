// Original file: admin_billing/v1/admin_billing.proto


export interface CommitQuotaRequest {
  'workspaceId'?: (string);
  'key'?: (string);
}

export interface CommitQuotaRequest__Output {
  'workspaceId': (string);
  'key': (string);
}

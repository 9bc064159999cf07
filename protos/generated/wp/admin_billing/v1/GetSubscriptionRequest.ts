// Original file: admin_billing/v1/admin_billing.proto


export interface GetSubscriptionRequest {
  'workspaceId'?: (string);
}

export interface GetSubscriptionRequest__Output {
  'workspaceId': (string);
}

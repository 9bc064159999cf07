// Original file: admin_billing/v1/admin_billing.proto


export interface GetActivePlanRequest {
  'planId'?: (string);
}

export interface GetActivePlanRequest__Output {
  'planId': (string);
}

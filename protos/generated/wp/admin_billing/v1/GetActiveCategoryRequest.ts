// Original file: admin_billing/v1/admin_billing.proto


export interface GetActiveCategoryRequest {
  'slug'?: (string);
}

export interface GetActiveCategoryRequest__Output {
  'slug': (string);
}

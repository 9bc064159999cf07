// Original file: admin_billing/v1/admin_billing.proto


export interface Category {
  'slug'?: (string);
  'name'?: (string);
  'discountPercentage'?: (number | string);
  '_discountPercentage'?: "discountPercentage";
}

export interface Category__Output {
  'slug': (string);
  'name': (string);
  'discountPercentage'?: (number);
}

// Original file: storefront/v1/storefront.proto


export interface Product {
  'id'?: (string);
  'name'?: (string);
}

export interface Product__Output {
  'id': (string);
  'name': (string);
}

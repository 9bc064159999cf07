// Original file: scheduling/v1/scheduling.proto


export interface Service {
  'id'?: (string);
  'name'?: (string);
  /**
   * `sessions`, `products` or `other`.
   */
  'scope'?: (string);
  'durationMinutes'?: (number);
  /**
   * Decimal, up to 4 places, in the workspace's currency.
   */
  'price'?: (number | string);
  'isActive'?: (boolean);
  '_durationMinutes'?: "durationMinutes";
  '_price'?: "price";
}

export interface Service__Output {
  'id': (string);
  'name': (string);
  /**
   * `sessions`, `products` or `other`.
   */
  'scope': (string);
  'durationMinutes'?: (number);
  /**
   * Decimal, up to 4 places, in the workspace's currency.
   */
  'price'?: (number);
  'isActive': (boolean);
}

// Original file: finance/v1/finance.proto


/**
 * What the money is for.
 */
export interface IncomeReference {
  /**
   * `session`, `labTest`, `invoice` or `order`.
   */
  'type'?: (string);
  'id'?: (string);
}

/**
 * What the money is for.
 */
export interface IncomeReference__Output {
  /**
   * `session`, `labTest`, `invoice` or `order`.
   */
  'type': (string);
  'id': (string);
}

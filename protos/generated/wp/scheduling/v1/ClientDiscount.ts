// Original file: scheduling/v1/scheduling.proto


export interface ClientDiscount {
  /**
   * `percentage` or `fixed`.
   */
  'kind'?: (string);
  /**
   * A percentage, or a decimal amount in the workspace's currency.
   */
  'value'?: (number | string);
}

export interface ClientDiscount__Output {
  /**
   * `percentage` or `fixed`.
   */
  'kind': (string);
  /**
   * A percentage, or a decimal amount in the workspace's currency.
   */
  'value': (number);
}

// Original file: finance/v1/finance.proto


/**
 * What the income comes from, so that an invoice and a lab test together make one income.
 */
export interface IncomeReference {
  /**
   * `session`, `lab-test` or `invoice`.
   */
  'type'?: (string);
  'id'?: (string);
}

/**
 * What the income comes from, so that an invoice and a lab test together make one income.
 */
export interface IncomeReference__Output {
  /**
   * `session`, `lab-test` or `invoice`.
   */
  'type': (string);
  'id': (string);
}

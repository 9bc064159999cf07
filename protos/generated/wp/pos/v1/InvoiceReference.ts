// Original file: pos/v1/pos.proto


/**
 * What the invoice is for: an appointment or a lab test.
 */
export interface InvoiceReference {
  /**
   * `session` or `lab-test`.
   */
  'type'?: (string);
  'id'?: (string);
}

/**
 * What the invoice is for: an appointment or a lab test.
 */
export interface InvoiceReference__Output {
  /**
   * `session` or `lab-test`.
   */
  'type': (string);
  'id': (string);
}

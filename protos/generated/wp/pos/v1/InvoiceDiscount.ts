// Original file: pos/v1/pos.proto


export interface InvoiceDiscount {
  /**
   * `percentage` or `fixed`.
   */
  'kind'?: (string);
  'value'?: (number | string);
  'reason'?: (string);
  'source'?: (string);
}

export interface InvoiceDiscount__Output {
  /**
   * `percentage` or `fixed`.
   */
  'kind': (string);
  'value': (number);
  'reason': (string);
  'source': (string);
}

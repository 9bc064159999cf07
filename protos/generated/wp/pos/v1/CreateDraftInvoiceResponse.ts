// Original file: pos/v1/pos.proto

import type { Invoice as _wp_pos_v1_Invoice, Invoice__Output as _wp_pos_v1_Invoice__Output } from '../../../wp/pos/v1/Invoice.ts';

export interface CreateDraftInvoiceResponse {
  'invoice'?: (_wp_pos_v1_Invoice | null);
  /**
   * False when the reference had its invoice already.
   */
  'created'?: (boolean);
}

export interface CreateDraftInvoiceResponse__Output {
  'invoice': (_wp_pos_v1_Invoice__Output | null);
  /**
   * False when the reference had its invoice already.
   */
  'created': (boolean);
}

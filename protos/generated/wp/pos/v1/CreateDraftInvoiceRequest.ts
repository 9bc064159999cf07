// Original file: pos/v1/pos.proto

import type { InvoiceReference as _wp_pos_v1_InvoiceReference, InvoiceReference__Output as _wp_pos_v1_InvoiceReference__Output } from '../../../wp/pos/v1/InvoiceReference.ts';
import type { InvoiceItem as _wp_pos_v1_InvoiceItem, InvoiceItem__Output as _wp_pos_v1_InvoiceItem__Output } from '../../../wp/pos/v1/InvoiceItem.ts';
import type { InvoiceDiscount as _wp_pos_v1_InvoiceDiscount, InvoiceDiscount__Output as _wp_pos_v1_InvoiceDiscount__Output } from '../../../wp/pos/v1/InvoiceDiscount.ts';

export interface CreateDraftInvoiceRequest {
  'workspaceId'?: (string);
  'reference'?: (_wp_pos_v1_InvoiceReference | null);
  'clientId'?: (string);
  'items'?: (_wp_pos_v1_InvoiceItem)[];
  'discounts'?: (_wp_pos_v1_InvoiceDiscount)[];
  /**
   * The account on whose behalf it is made.
   */
  'createdBy'?: (string);
  '_clientId'?: "clientId";
}

export interface CreateDraftInvoiceRequest__Output {
  'workspaceId': (string);
  'reference': (_wp_pos_v1_InvoiceReference__Output | null);
  'clientId'?: (string);
  'items': (_wp_pos_v1_InvoiceItem__Output)[];
  'discounts': (_wp_pos_v1_InvoiceDiscount__Output)[];
  /**
   * The account on whose behalf it is made.
   */
  'createdBy': (string);
}

// Original file: finance/v1/finance.proto

import type { IncomeReference as _wp_finance_v1_IncomeReference, IncomeReference__Output as _wp_finance_v1_IncomeReference__Output } from '../../../wp/finance/v1/IncomeReference.ts';
import type { Long } from '@grpc/proto-loader';

export interface Income {
  'id'?: (string);
  'workspaceId'?: (string);
  'title'?: (string);
  'amountMinor'?: (number | string | Long);
  'currencyCode'?: (string);
  'date'?: (string);
  'category'?: (string);
  'account'?: (string);
  'source'?: (string);
  'notes'?: (string);
  'receipts'?: (string)[];
  /**
   * Always there on an income that another service had booked.
   */
  'reference'?: (_wp_finance_v1_IncomeReference | null);
  'clientId'?: (string);
  'createdAt'?: (string);
  'updatedAt'?: (string);
  '_category'?: "category";
  '_account'?: "account";
  '_source'?: "source";
  '_notes'?: "notes";
  '_clientId'?: "clientId";
}

export interface Income__Output {
  'id': (string);
  'workspaceId': (string);
  'title': (string);
  'amountMinor': (number);
  'currencyCode': (string);
  'date': (string);
  'category'?: (string);
  'account'?: (string);
  'source'?: (string);
  'notes'?: (string);
  'receipts': (string)[];
  /**
   * Always there on an income that another service had booked.
   */
  'reference': (_wp_finance_v1_IncomeReference__Output | null);
  'clientId'?: (string);
  'createdAt': (string);
  'updatedAt': (string);
}

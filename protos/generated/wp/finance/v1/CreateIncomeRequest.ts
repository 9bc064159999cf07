// Original file: finance/v1/finance.proto

import type { IncomeReference as _wp_finance_v1_IncomeReference, IncomeReference__Output as _wp_finance_v1_IncomeReference__Output } from '../../../wp/finance/v1/IncomeReference.ts';
import type { Long } from '@grpc/proto-loader';

export interface CreateIncomeRequest {
  'workspaceId'?: (string);
  'reference'?: (_wp_finance_v1_IncomeReference | null);
  'title'?: (string);
  'amountMinor'?: (number | string | Long);
  /**
   * Absent: the workspace's currency.
   */
  'currencyCode'?: (string);
  /**
   * `YYYY-MM-DD`.
   */
  'date'?: (string);
  'category'?: (string);
  'source'?: (string);
  'notes'?: (string);
  /**
   * The account on whose behalf it is booked.
   */
  'createdBy'?: (string);
  '_currencyCode'?: "currencyCode";
  '_category'?: "category";
  '_source'?: "source";
  '_notes'?: "notes";
}

export interface CreateIncomeRequest__Output {
  'workspaceId': (string);
  'reference': (_wp_finance_v1_IncomeReference__Output | null);
  'title': (string);
  'amountMinor': (number);
  /**
   * Absent: the workspace's currency.
   */
  'currencyCode'?: (string);
  /**
   * `YYYY-MM-DD`.
   */
  'date': (string);
  'category'?: (string);
  'source'?: (string);
  'notes'?: (string);
  /**
   * The account on whose behalf it is booked.
   */
  'createdBy': (string);
}

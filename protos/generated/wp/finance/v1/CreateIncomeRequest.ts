// Original file: finance/v1/finance.proto

import type { IncomeReference as _wp_finance_v1_IncomeReference, IncomeReference__Output as _wp_finance_v1_IncomeReference__Output } from '../../../wp/finance/v1/IncomeReference.ts';
import type { Long } from '@grpc/proto-loader';

export interface CreateIncomeRequest {
  'workspaceId'?: (string);
  'reference'?: (_wp_finance_v1_IncomeReference | null);
  'title'?: (string);
  'category'?: (string);
  'account'?: (string);
  'amountMinor'?: (number | string | Long);
  'currencyCode'?: (string);
  'date'?: (string);
  'clientId'?: (string);
  /**
   * The account on whose behalf it is booked.
   */
  'actorId'?: (string);
  '_clientId'?: "clientId";
}

export interface CreateIncomeRequest__Output {
  'workspaceId': (string);
  'reference': (_wp_finance_v1_IncomeReference__Output | null);
  'title': (string);
  'category': (string);
  'account': (string);
  'amountMinor': (number);
  'currencyCode': (string);
  'date': (string);
  'clientId'?: (string);
  /**
   * The account on whose behalf it is booked.
   */
  'actorId': (string);
}

// Original file: finance/v1/finance.proto

import type { Income as _wp_finance_v1_Income, Income__Output as _wp_finance_v1_Income__Output } from '../../../wp/finance/v1/Income.ts';

export interface CreateIncomeResponse {
  'income'?: (_wp_finance_v1_Income | null);
}

export interface CreateIncomeResponse__Output {
  'income': (_wp_finance_v1_Income__Output | null);
}

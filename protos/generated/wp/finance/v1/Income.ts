// Original file: finance/v1/finance.proto

import type { Long } from '@grpc/proto-loader';

export interface Income {
  'id'?: (string);
  'title'?: (string);
  'amountMinor'?: (number | string | Long);
  'currencyCode'?: (string);
  'date'?: (string);
  'createdAt'?: (string);
}

export interface Income__Output {
  'id': (string);
  'title': (string);
  'amountMinor': (number);
  'currencyCode': (string);
  'date': (string);
  'createdAt': (string);
}

// Original file: pos/v1/pos.proto

import type { Long } from '@grpc/proto-loader';

export interface Invoice {
  'id'?: (string);
  /**
   * Absent on a draft.
   */
  'number'?: (number | string | Long);
  'status'?: (string);
  'subtotalMinor'?: (number | string | Long);
  'totalMinor'?: (number | string | Long);
  'currencyCode'?: (string);
  'createdAt'?: (string);
  /**
   * Rises with every change; a smaller one is older news.
   */
  'version'?: (number | string | Long);
  '_number'?: "number";
}

export interface Invoice__Output {
  'id': (string);
  /**
   * Absent on a draft.
   */
  'number'?: (number);
  'status': (string);
  'subtotalMinor': (number);
  'totalMinor': (number);
  'currencyCode': (string);
  'createdAt': (string);
  /**
   * Rises with every change; a smaller one is older news.
   */
  'version': (number);
}

// Original file: storefront/v1/storefront.proto

import type { Long } from '@grpc/proto-loader';

export interface AttentionOrder {
  'id'?: (string);
  'workspaceId'?: (string);
  'storeId'?: (string);
  'storeName'?: (string);
  'customerName'?: (string);
  'status'?: (string);
  'totalMinor'?: (number | string | Long);
  'currencyCode'?: (string);
  'createdAt'?: (string);
}

export interface AttentionOrder__Output {
  'id': (string);
  'workspaceId': (string);
  'storeId': (string);
  'storeName': (string);
  'customerName': (string);
  'status': (string);
  'totalMinor': (number);
  'currencyCode': (string);
  'createdAt': (string);
}

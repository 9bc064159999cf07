// Original file: storefront/v1/storefront.proto


export interface ReturnStockRequest {
  'workspaceId'?: (string);
  'reference'?: (string);
}

export interface ReturnStockRequest__Output {
  'workspaceId': (string);
  'reference': (string);
}

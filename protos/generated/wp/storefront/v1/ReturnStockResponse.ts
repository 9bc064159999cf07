// Original file: storefront/v1/storefront.proto


export interface ReturnStockResponse {
}

export interface ReturnStockResponse__Output {
}

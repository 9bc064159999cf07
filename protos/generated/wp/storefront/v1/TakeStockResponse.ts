// Original file: storefront/v1/storefront.proto


export interface TakeStockResponse {
}

export interface TakeStockResponse__Output {
}

// Original file: identity/v1/identity.proto


export interface GetJwksRequest {
}

export interface GetJwksRequest__Output {
}

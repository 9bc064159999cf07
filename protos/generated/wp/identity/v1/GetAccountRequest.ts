// Original file: identity/v1/identity.proto


export interface GetAccountRequest {
  'accountId'?: (string);
}

export interface GetAccountRequest__Output {
  'accountId': (string);
}

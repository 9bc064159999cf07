// Original file: identity/v1/identity.proto


export interface RevocationsSinceRequest {
  'since'?: (string);
}

export interface RevocationsSinceRequest__Output {
  'since': (string);
}

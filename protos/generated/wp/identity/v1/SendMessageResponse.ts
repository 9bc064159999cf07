// Original file: identity/v1/identity.proto


export interface SendMessageResponse {
  'messageId'?: (string);
}

export interface SendMessageResponse__Output {
  'messageId': (string);
}

// Original file: identity/v1/identity.proto


export interface SendMessageRequest {
  /**
   * Chosen by the caller, unique for each message.
   */
  'key'?: (string);
  'workspaceId'?: (string);
  /**
   * `email` or `sms`.
   */
  'channel'?: (string);
  'to'?: (string);
  /**
   * Mail only.
   */
  'subject'?: (string);
  'text'?: (string);
  '_workspaceId'?: "workspaceId";
  '_subject'?: "subject";
}

export interface SendMessageRequest__Output {
  /**
   * Chosen by the caller, unique for each message.
   */
  'key': (string);
  'workspaceId'?: (string);
  /**
   * `email` or `sms`.
   */
  'channel': (string);
  'to': (string);
  /**
   * Mail only.
   */
  'subject'?: (string);
  'text': (string);
}

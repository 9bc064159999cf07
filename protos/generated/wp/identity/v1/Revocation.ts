// Original file: identity/v1/identity.proto


/**
 * `session`: that login session. `account`: every session of the account from before `at`, except one.
 * `outdated`: access tokens from before `at` must be refreshed (their permissions changed).
 */
export interface Revocation {
  'kind'?: (string);
  'at'?: (string);
  'sessionId'?: (string);
  'accountId'?: (string);
  'exceptSessionId'?: (string);
  'workspaceId'?: (string);
  '_sessionId'?: "sessionId";
  '_accountId'?: "accountId";
  '_exceptSessionId'?: "exceptSessionId";
  '_workspaceId'?: "workspaceId";
}

/**
 * `session`: that login session. `account`: every session of the account from before `at`, except one.
 * `outdated`: access tokens from before `at` must be refreshed (their permissions changed).
 */
export interface Revocation__Output {
  'kind': (string);
  'at': (string);
  'sessionId'?: (string);
  'accountId'?: (string);
  'exceptSessionId'?: (string);
  'workspaceId'?: (string);
}

// Original file: identity/v1/identity.proto


export interface WorkspaceSettings {
  'preventOverlap'?: (boolean);
  'blockHolidays'?: (boolean);
  /**
   * An IANA name, for example `Africa/Cairo`.
   */
  'timeZone'?: (string);
  'currencyCode'?: (string);
  /**
   * `en` or `ar`.
   */
  'locale'?: (string);
}

export interface WorkspaceSettings__Output {
  'preventOverlap': (boolean);
  'blockHolidays': (boolean);
  /**
   * An IANA name, for example `Africa/Cairo`.
   */
  'timeZone': (string);
  'currencyCode': (string);
  /**
   * `en` or `ar`.
   */
  'locale': (string);
}

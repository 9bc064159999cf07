export type TokenPurpose = 'password-reset' | 'email-verification'

/** An email that contains a token. */
export type TokenMail = {
  purpose: TokenPurpose
  validForMs: number
  subject: string
  toText: (token: string) => string
}

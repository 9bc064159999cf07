export type TokenPurpose = 'password-reset' | 'email-verification'

/** A mail that carries a token. */
export type TokenMail = {
  purpose: TokenPurpose
  validForMs: number
  subject: string
  toText: (token: string) => string
}

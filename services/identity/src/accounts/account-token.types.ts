export type TokenPurpose = 'password-reset' | 'email-verification'

export type TokenMail = {
  purpose: TokenPurpose
  validForMs: number
  subject: string
  /** The page in the console that uses the token. */
  page: string
  toText: (token: string, link: string) => string
}

export type TokenPurpose = 'password-reset' | 'email-verification'

export type TokenMail = {
  purpose: TokenPurpose
  validForMs: number
  subject: string
  toText: (token: string) => string
}

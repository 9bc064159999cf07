import type { TokenSubject } from '@wp/auth'

/** The user agent and IP address that a login comes from. */
export type RequestOrigin = { userAgent: string; ip: string }

export type Tokens = { token: string; refreshToken: string; expiresIn: number; subject: TokenSubject }

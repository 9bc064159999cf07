import type { TokenSubject } from '@wp/auth'

/** The IP address and browser that a login comes from. */
export type RequestOrigin = { userAgent: string; ip: string }

/** The result of every kind of login. */
export type Tokens = { token: string; refreshToken: string; expiresIn: number; subject: TokenSubject }

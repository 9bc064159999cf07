import type { Cookie } from '@wp/http'

const name = 'wp_refresh'
const days = 30

/** Writes and reads the cookie with a browser's refresh token. The cookie requires HTTPS except in development. */
export const refreshCookies = (isDevelopment: boolean) => {
  const cookie = (value: string, maxAgeSeconds: number): { cookies: Cookie[] } => ({
    cookies: [{ name, value, maxAgeSeconds, secure: !isDevelopment }],
  })
  return {
    /** Returns no cookie when the body contains no tokens. */
    for: (body: { refreshToken: string } | object): { cookies: Cookie[] } =>
      'refreshToken' in body ? cookie(body.refreshToken, days * 86_400) : { cookies: [] },
    cleared: cookie('', 0),
    read: (cookies: Readonly<Record<string, string>>): string | undefined => cookies[name],
  }
}
export type RefreshCookies = ReturnType<typeof refreshCookies>

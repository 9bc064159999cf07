import type { Cookie } from '@wp/http'

export const refreshCookieName = 'wp_refresh'
const days = 30

/** Carries the refresh token for browsers; sent over plain HTTP in development only. */
export const refreshCookie = (refreshToken: string, isDevelopment: boolean): Cookie => ({
  name: refreshCookieName,
  value: refreshToken,
  maxAgeSeconds: days * 86_400,
  secure: !isDevelopment,
})

export const noRefreshCookie = (isDevelopment: boolean): Cookie => ({
  name: refreshCookieName,
  value: '',
  maxAgeSeconds: 0,
  secure: !isDevelopment,
})

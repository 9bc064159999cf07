import { AppError, invalid } from '@wp/kernel'

export const maxEndpoints = 20
export const secretOverlapMs = 24 * 3_600_000

/** Host names pass here: before the connection, only literal addresses are checked. */
export type UrlPolicy = {
  isDevelopment: boolean
  /** Hosts, with or without a port, that may be called without TLS and with any address. */
  allowedHosts: readonly string[]
  isPublicAddress: (address: string) => boolean
}

/** Throws 422 unless the platform may call the URL. Names are checked again when a connection is made. */
export const checkUrl = (text: string, { isDevelopment, allowedHosts, isPublicAddress }: UrlPolicy): void => {
  const url = new URL(text)
  if (url.username !== '' || url.password !== '')
    throw invalid('url', 'cannot contain a user name or password')
  if (url.hash !== '') throw invalid('url', 'cannot contain a fragment')
  if (allowedHosts.includes(url.hostname) || allowedHosts.includes(url.host)) return
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isDevelopment && loopback.includes(host)) return
  if (url.protocol !== 'https:') throw invalid('url', 'must be an https URL')
  const isAddress = host.includes(':') || /^[\d.]+$/.test(host)
  if (isAddress ? !isPublicAddress(host) : host === 'localhost' || !host.includes('.'))
    throw invalid('url', 'must have a public address')
}

/** The local hosts that endpoints may use in development. */
export const loopback = ['localhost', '127.0.0.1', '::1']

/** Throws 422 when a workspace already has `count` endpoints. */
export const checkEndpointCount = (count: number): void => {
  if (count >= maxEndpoints)
    throw new AppError('VALIDATION_FAILED', `A workspace can have at most ${maxEndpoints} webhook endpoints`)
}

/** Returns a secret in the form of Standard Webhooks for random bytes in base64url. */
export const toWebhookSecret = (random: string): string =>
  `whsec_${Buffer.from(random, 'base64url').toString('base64')}`

export type SealedSecret = { sealed: string; expiresAt: Date | null }

/** Returns the secrets after a rotation: the new one, and the current one until the overlap ends. */
export const rotateSecrets = (
  secrets: readonly SealedSecret[],
  sealed: string,
  now: Date,
): SealedSecret[] => {
  const current = secrets.find(({ expiresAt }) => expiresAt === null)
  const expiresAt = new Date(now.getTime() + secretOverlapMs)
  return [{ sealed, expiresAt: null }, ...(current ? [{ sealed: current.sealed, expiresAt }] : [])]
}

/** Returns the active secrets. */
export const activeSecrets = (secrets: readonly SealedSecret[], now: Date): SealedSecret[] =>
  secrets.filter(({ expiresAt }) => expiresAt === null || expiresAt > now)

import { AppError, invalid } from '@wp/kernel'
import { storefrontErrors } from '../errors.ts'

const maxDomains = 20
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** Names that are not reachable on the Internet (RFC 6761, 6762, 8375, ICANN's `internal`). */
const reserved = ['localhost', 'local', 'internal', 'invalid', 'test', 'home.arpa']

const isUnder = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)

/**
 * Returns the normalized name. The given name must already be in Punycode. Throws 422 for malformed names, IP
 * addresses, reserved names, and the platform's own domain and its subdomains.
 */
export const checkDomainName = (ascii: string, ownHost: string): string => {
  const name = ascii.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  const isName =
    name.length <= 253 &&
    labels.length >= 2 &&
    labels.every((text) => label.test(text)) &&
    /[a-z]/.test(labels.at(-1)!)
  if (!isName) throw invalid('domain', 'must be a domain name, such as shop.example.com')
  if (reserved.some((parent) => isUnder(name, parent)))
    throw invalid('domain', 'must be reachable on the Internet, such as shop.example.com')
  if (isUnder(name, ownHost.toLowerCase())) throw invalid('domain', "cannot be the platform's own domain")
  return name
}

export const checkDomainCount = (count: number): void => {
  if (count >= maxDomains)
    throw new AppError('VALIDATION_FAILED', `A shop can have at most ${maxDomains} domains; remove one first`)
}

/** Returns the name of the TXT record that must contain the token. */
export const verificationName = (domain: string): string => `_wp-verify.${domain}`

export const notVerified = (domain: string, cause?: unknown): AppError =>
  new AppError(
    storefrontErrors.DOMAIN_NOT_VERIFIED,
    `No TXT record with the verification token was found at ${verificationName(domain)}; add it, then try again`,
    { cause },
  )

export const domainTaken = (cause?: unknown): AppError =>
  new AppError(
    'CONFLICT',
    'This domain is already in use by your workspace, or was verified by another one',
    {
      cause,
      details: [{ path: 'domain', message: 'is already in use' }],
    },
  )

import { AppError, invalid } from '@wp/kernel'

const maxDomains = 20
const label = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/
/** Names that never lead to anybody on the Internet (RFC 6761, 6762, 8375, ICANN's `internal`). */
const reserved = ['localhost', 'local', 'internal', 'invalid', 'test', 'home.arpa']

const isUnder = (name: string, parent: string): boolean => name === parent || name.endsWith(`.${parent}`)

/**
 * A name, in punycode already, that a store may be served at. 422 for what is no name on the Internet: addresses,
 * localhost, and the platform's own domain.
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
  if (isUnder(name, ownHost.toLowerCase()))
    throw invalid('domain', "must not be the platform's own: use one of yours")
  return name
}

export const checkDomainCount = (count: number): void => {
  if (count >= maxDomains)
    throw new AppError('VALIDATION_FAILED', `A store has at most ${maxDomains} domains: remove one first`)
}

/** Where the owner puts the token, as a TXT record. */
export const verificationName = (domain: string): string => `_wp-verify.${domain}`

export const notVerified = (domain: string, cause?: unknown): AppError =>
  new AppError(
    'DOMAIN_NOT_VERIFIED',
    `There is no TXT record at ${verificationName(domain)} with the verification token yet: add it, then try again`,
    { cause },
  )

export const domainTaken = (cause?: unknown): AppError =>
  new AppError(
    'CONFLICT',
    'Another workspace has verified this domain, or yours has it already: use another',
    {
      cause,
      details: [{ path: 'domain', message: 'is taken already' }],
    },
  )

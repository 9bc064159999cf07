import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

/** Every API key begins with this, so that secret scanners can find leaked keys. */
export const apiKeyPrefix = 'wpk_live_'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const randomLength = 32
const checksumLength = 6
const form = new RegExp(`^${apiKeyPrefix}[0-9A-Za-z]{${randomLength + checksumLength}}$`)

/** Returns a new API key: the prefix, 190 random bits as 32 characters, and a checksum of 6 characters. */
export const newApiKey = (): string => {
  const characters = Array.from({ length: randomLength }, () => alphabet[randomInt(alphabet.length)])
  const random = `${apiKeyPrefix}${characters.join('')}`
  return random + checksumOf(random)
}

/** Returns whether a bearer token is meant to be an API key. */
export const isApiKey = (token: string): boolean => token.startsWith(apiKeyPrefix)

/**
 * Returns whether an API key has the right length and checksum, which a mistyped or made-up key does not
 * have.
 */
export const isWellFormedApiKey = (key: string): boolean =>
  form.test(key) && checksumOf(key.slice(0, -checksumLength)) === key.slice(-checksumLength)

/** The CRC-32 of the key in base 62. It detects typos and is not a security check. */
const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let checksum = ''
  while (checksum.length < checksumLength) {
    checksum = alphabet[rest % alphabet.length]! + checksum
    rest = Math.floor(rest / alphabet.length)
  }
  return checksum
}

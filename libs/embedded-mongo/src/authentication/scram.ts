import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto'

/** The stored form of a password. */
export type ScramKeys = { storedKey: Buffer; serverKey: Buffer }

/**
 * All passwords share one salt, because the server sends the salt before it can tell which password the client uses.
 */
export type ScramSecrets = { salt: Buffer; passwords: readonly ScramKeys[] }

/** The minimum that drivers accept. The passwords are random, so more iterations would not add security. */
const ITERATIONS = 4096
const SALT_BYTES = 16
const NONCE_BYTES = 18

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()
const hash = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

export function deriveSecrets(passwords: readonly string[]): ScramSecrets {
  const salt = randomBytes(SALT_BYTES)
  return {
    salt,
    passwords: passwords.map((password) => {
      const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
      return { storedKey: hash(hmac(salted, 'Client Key')), serverKey: hmac(salted, 'Server Key') }
    }),
  }
}

/**
 * The server side of a SCRAM-SHA-256 conversation (RFC 5802, RFC 7677). Both steps return null for an invalid
 * message.
 */
export class ScramConversation {
  readonly #user: string
  readonly #secrets: ScramSecrets
  #clientFirst = ''
  #serverFirst = ''
  #nonce = ''

  constructor(user: string, secrets: ScramSecrets) {
    this.#user = user
    this.#secrets = secrets
  }

  /**
   * Returns the reply to the first message. An unknown user gets the same kind of reply and fails in the next step.
   */
  first(message: string): string | null {
    const [, bare, user, nonce] = /^n,,(n=([^,]*),r=([\x21-\x2b\x2d-\x7e]+))$/.exec(message) ?? []
    if (bare === undefined || nonce === undefined) return null
    const isKnown = user === this.#user
    this.#clientFirst = bare
    this.#nonce = `${nonce}${randomBytes(NONCE_BYTES).toString('base64')}`
    this.#serverFirst = `r=${this.#nonce},s=${this.#secrets.salt.toString('base64')},i=${ITERATIONS}`
    if (!isKnown) this.#nonce = ''
    return this.#serverFirst
  }

  /** Returns the server's proof when the client's proof is correct. */
  final(message: string): string | null {
    const [, withoutProof, nonce, proof] = /^(c=biws,r=([^,]+)),p=([A-Za-z0-9+/=]+)$/.exec(message) ?? []
    if (withoutProof === undefined || proof === undefined || nonce !== this.#nonce) return null
    const exchanged = `${this.#clientFirst},${this.#serverFirst},${withoutProof}`
    const bytes = Buffer.from(proof, 'base64')
    const found = this.#secrets.passwords.find((keys) => isProof(keys, exchanged, bytes))
    return found ? `v=${hmac(found.serverKey, exchanged).toString('base64')}` : null
  }
}

function isProof({ storedKey }: ScramKeys, exchanged: string, proof: Buffer): boolean {
  const signature = hmac(storedKey, exchanged)
  if (proof.length !== signature.length) return false
  const clientKey = Buffer.from(proof.map((byte, at) => byte ^ signature[at]!))
  return timingSafeEqual(hash(clientKey), storedKey)
}

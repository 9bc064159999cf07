import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/*
 * NATS users are Ed25519 keys in the "nkeys" encoding: base32 of a prefix, the bytes and a checksum. The official
 * library is not used: it takes 15 ms per key and 20 ms per connection, and npm start needs a dozen of each.
 */
const seedPrefix = 18 << 3
const userPrefix = 20 << 3
/** DER prefix of a private Ed25519 key; the 32 key bytes follow it. */
const derPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyBytes = 32

/** Returns the seed for a new NATS user. The server only knows the public key. */
export const newNatsSeed = (): string => {
  const der = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  const prefix = [seedPrefix | (userPrefix >> 5), (userPrefix & 31) << 3]
  return encode(Buffer.from([...prefix, ...der.subarray(-keyBytes)]))
}

/** Returns the public key for a seed, which is the user name in NATS. Throws for an invalid seed. */
export const toNatsUser = (seed: string): string => {
  const { x = '' } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' })
  return encode(Buffer.from([userPrefix, ...Buffer.from(x, 'base64url')]))
}

/** Signs the server's nonce with a user's seed, to authenticate the user. Throws for an invalid seed. */
export const signAsNatsUser = (seed: string, nonce: string): string =>
  sign(null, Buffer.from(nonce), privateKeyOf(seed)).toString('base64')

const privateKeyOf = (seed: string): KeyObject => {
  const raw = decode(seed).subarray(2)
  if (!seed.startsWith('SU') || raw.length !== keyBytes)
    throw new Error('This is not a valid seed for a NATS user')
  return createPrivateKey({ key: Buffer.concat([derPrefix, raw]), format: 'der', type: 'pkcs8' })
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const encode = (bytes: Buffer): string => {
  const sum = checksum(bytes)
  let [text, bits, held] = ['', 0, 0]
  for (const byte of [...bytes, sum & 0xff, sum >> 8]) {
    held = (held << 8) | byte
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31]
    held &= 31
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text
}

/** Returns the bytes without the checksum, or no bytes when the checksum is wrong. */
const decode = (text: string): Buffer => {
  const bytes: number[] = []
  let [bits, held] = [0, 0]
  for (const letter of text) {
    held = ((held << 5) | alphabet.indexOf(letter)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((held >> bits) & 0xff)
  }
  const [content, sum] = [Buffer.from(bytes.slice(0, -2)), Buffer.from(bytes.slice(-2))]
  return sum.length === 2 && sum.readUInt16LE() === checksum(content) ? content : Buffer.alloc(0)
}

/** Returns the CRC-16/XMODEM checksum. */
const checksum = (bytes: Buffer): number => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff
  }
  return sum
}

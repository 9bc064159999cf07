import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/*
 * Users of NATS are Ed25519 keys in an encoding of its own ("nkeys"): base32 of a prefix, the bytes and a checksum. The
 * library for it takes 15 ms for a key and 20 ms for a connection; npm start makes a dozen of each.
 */
const seedPrefix = 18 << 3
const userPrefix = 20 << 3
/** What DER puts before the 32 bytes of a private Ed25519 key. */
const derPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const keyBytes = 32

/** The seed of a new user of NATS; the server is told only its public half. */
export const newNatsSeed = (): string => {
  const der = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
  const prefix = [seedPrefix | (userPrefix >> 5), (userPrefix & 31) << 3]
  return encode(Buffer.from([...prefix, ...der.subarray(-keyBytes)]))
}

/** The name under which the server knows the user of a seed. Throws when it is none. */
export const natsUserOf = (seed: string): string => {
  const { x = '' } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' })
  return encode(Buffer.from([userPrefix, ...Buffer.from(x, 'base64url')]))
}

/** Proves to the server that the user of a seed connects: signs what it sent. Throws when it is none. */
export const signAsNatsUser = (seed: string, nonce: string): string =>
  sign(null, Buffer.from(nonce), privateKeyOf(seed)).toString('base64')

const privateKeyOf = (seed: string): KeyObject => {
  const raw = decode(seed).subarray(2)
  if (!seed.startsWith('SU') || raw.length !== keyBytes) throw new Error('This is no seed of a user of NATS')
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

/** The bytes without the checksum; none when that is wrong. */
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

/** CRC-16/XMODEM. */
const checksum = (bytes: Buffer): number => {
  let sum = 0
  for (const byte of bytes) {
    sum ^= byte << 8
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000 ? (sum << 1) ^ 0x1021 : sum << 1) & 0xffff
  }
  return sum
}

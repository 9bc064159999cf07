import { describe, expect, it } from 'vitest'
import { readUpgradeToken, takeMessage } from './connection.rules.ts'
import type { Allowance } from './connection.rules.ts'
import { readMessage } from './connection.contract.ts'

describe('readUpgradeToken', () => {
  it('prefers the token in Authorization to the one in the subprotocol', () => {
    const offer = { 'sec-websocket-protocol': 'wp.v1, bearer.abc.def.ghi' }
    expect(readUpgradeToken(offer)).toBe('abc.def.ghi')
    expect(readUpgradeToken({ ...offer, authorization: 'Bearer x.y.z' })).toBe('x.y.z')
  })

  it('returns null when the upgrade has no token', () => {
    expect(readUpgradeToken({ 'sec-websocket-protocol': 'wp.v1' })).toBeNull()
    expect(readUpgradeToken({ 'sec-websocket-protocol': 'wp.v1, bearer.' })).toBeNull()
    expect(readUpgradeToken({ authorization: 'Basic abc' })).toBeNull()
  })
})

const channels = ['jobs', 'lab_tests', 'orders']
const read = (frame: string) => readMessage(frame, (name) => channels.includes(name))

describe('readMessage', () => {
  it('parses a valid frame', () => {
    expect(read('{"type":"ping"}')).toEqual({ type: 'ping' })
    const subscribe = { type: 'subscribe', channel: 'lab_tests', after: 7 }
    expect(read(JSON.stringify(subscribe))).toEqual(subscribe)
  })

  it.each(['', '[]', 'null', '{"type":"shout"}', '{"type":"auth"}', '{"type":"auth","token":{"$ne":1}}'])(
    'returns null for the frame %j',
    (frame) => {
      expect(read(frame)).toBeNull()
    },
  )

  it.each([
    '{"type":"subscribe"}',
    '{"type":"subscribe","channel":"order"}',
    '{"type":"subscribe","channel":"orders.0123456789abcdef01234567"}',
    '{"type":"subscribe","channel":"constructor"}',
    '{"type":"subscribe","channel":"jobs."}',
    '{"type":"subscribe","channel":"jobs","after":-1}',
    '{"type":"subscribe","channel":"jobs","after":"1"}',
    '{"type":"subscribe","channel":"jobs","after":1.5}',
    '{"type":"subscribe","channel":{"$ne":1}}',
    '{"type":"unsubscribe","channel":"jobsx"}',
  ])('returns null for the frame %j', (frame) => {
    expect(read(frame)).toBeNull()
  })
})

describe('takeMessage', () => {
  it('allows a burst of messages and refills the allowance evenly', () => {
    let allowance: Allowance | null = { left: 20, atMs: 0 }
    for (let count = 0; count < 20; count += 1) allowance = takeMessage(allowance!, 20, 0)
    expect(allowance).toEqual({ left: 0, atMs: 0 })
    expect(takeMessage(allowance!, 20, 49)).toBeNull()
    expect(takeMessage(allowance!, 20, 50)).toEqual({ left: 0, atMs: 50 })
    expect(takeMessage(allowance!, 20, 60_000)).toEqual({ left: 19, atMs: 60_000 })
  })
})

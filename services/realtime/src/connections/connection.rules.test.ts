import { expect, test } from 'vitest'
import { readUpgradeToken } from './connection.rules.ts'
import { readMessage } from './connection.contract.ts'

test('takes the token from Authorization, or else from the subprotocol', () => {
  const offer = { 'sec-websocket-protocol': 'wp.v1, bearer.abc.def.ghi' }
  expect(readUpgradeToken(offer)).toBe('abc.def.ghi')
  expect(readUpgradeToken({ ...offer, authorization: 'Bearer x.y.z' })).toBe('x.y.z')
})

test('a client without a token may send it later', () => {
  expect(readUpgradeToken({ 'sec-websocket-protocol': 'wp.v1' })).toBeNull()
  expect(readUpgradeToken({ 'sec-websocket-protocol': 'wp.v1, bearer.' })).toBeNull()
  expect(readUpgradeToken({ authorization: 'Basic abc' })).toBeNull()
})

test('reads a frame as a message', () => {
  expect(readMessage('{"type":"ping"}')).toEqual({ type: 'ping' })
})

test.each(['', '[]', 'null', '{"type":"shout"}', '{"type":"auth"}', '{"type":"auth","token":{"$ne":1}}'])(
  'reads the frame %j as no message',
  (frame) => {
    expect(readMessage(frame)).toBeNull()
  },
)

import { expect, test } from 'vitest'
import { tokenOfUpgrade } from './handshake.ts'
import { readMessage } from './messages.ts'

test('takes the token from Authorization, or else from the subprotocol', () => {
  const offer = { 'sec-websocket-protocol': 'wp.v1, bearer.abc.def.ghi' }
  expect(tokenOfUpgrade(offer)).toBe('abc.def.ghi')
  expect(tokenOfUpgrade({ ...offer, authorization: 'Bearer x.y.z' })).toBe('x.y.z')
})

test('a client without a token may send it later', () => {
  expect(tokenOfUpgrade({ 'sec-websocket-protocol': 'wp.v1' })).toBeNull()
  expect(tokenOfUpgrade({ 'sec-websocket-protocol': 'wp.v1, bearer.' })).toBeNull()
  expect(tokenOfUpgrade({ authorization: 'Basic abc' })).toBeNull()
})

test('a frame that is no message is told from one that is', () => {
  expect(readMessage('{"type":"ping"}')).toEqual({ type: 'ping' })
  for (const frame of [
    '',
    '[]',
    'null',
    '{"type":"shout"}',
    '{"type":"auth"}',
    '{"type":"auth","token":{"$ne":1}}',
  ])
    expect(readMessage(frame)).toBeNull()
})

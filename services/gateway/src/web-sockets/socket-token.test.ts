import { expect, test } from 'vitest'
import { moveTokenToHeader } from './socket-token.ts'

const moved = (headers: Record<string, string>) => {
  moveTokenToHeader(headers)
  return headers
}

test('the token leaves the subprotocols and becomes the Authorization header', () => {
  expect(moved({ 'sec-websocket-protocol': 'wp.v1, bearer.abc.def.ghi' })).toEqual({
    'sec-websocket-protocol': 'wp.v1',
    authorization: 'Bearer abc.def.ghi',
  })
})

test('subprotocols that are not ours go no further', () => {
  expect(moved({ 'sec-websocket-protocol': 'graphql-ws' })).toEqual({})
})

test('a connection that sends its token later goes on as it is', () => {
  expect(moved({ 'sec-websocket-protocol': 'wp.v1' })).toEqual({ 'sec-websocket-protocol': 'wp.v1' })
})

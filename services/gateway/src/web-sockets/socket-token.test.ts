import { describe, expect, it } from 'vitest'
import { moveTokenToHeader } from './socket-token.ts'

const moved = (headers: Record<string, string>) => {
  moveTokenToHeader(headers)
  return headers
}

describe('moveTokenToHeader', () => {
  it('moves the token from the subprotocols to Authorization', () => {
    expect(moved({ 'sec-websocket-protocol': 'wp.v1, bearer.abc.def.ghi' })).toEqual({
      'sec-websocket-protocol': 'wp.v1',
      authorization: 'Bearer abc.def.ghi',
    })
  })

  it('removes unknown subprotocols', () => {
    expect(moved({ 'sec-websocket-protocol': 'graphql-ws' })).toEqual({})
  })

  it('leaves a connection without a token unchanged', () => {
    expect(moved({ 'sec-websocket-protocol': 'wp.v1' })).toEqual({ 'sec-websocket-protocol': 'wp.v1' })
  })
})

import { describe, expect, it } from 'vitest'
import { jsonDepth, parseBody, toBodyValue } from './webhook-body.rules.ts'

describe('jsonDepth', () => {
  it('counts nested brackets but not those inside strings', () => {
    expect(jsonDepth('1')).toBe(0)
    expect(jsonDepth('[{"a":[1]}, []]')).toBe(3)
    expect(jsonDepth('["[[[", "\\"[["]')).toBe(1)
  })
})

describe('parseBody', () => {
  it('keeps text unchanged and encodes other bytes in base64', () => {
    const of = (text: string) => parseBody(new TextEncoder().encode(text))
    expect(of('{"a": 1e400}')).toEqual({ rawBody: '{"a": 1e400}', encoding: 'utf8', isJson: true })
    expect(of('a=1&b=2')).toMatchObject({ isJson: false })
    expect(parseBody(new Uint8Array([0xc3, 0x28]))).toEqual({
      rawBody: 'wyg=',
      encoding: 'base64',
      isJson: false,
    })
  })
})

describe('toBodyValue', () => {
  it('returns the parsed JSON up to a depth of 100, and the raw text beyond that', () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    expect(toBodyValue({ rawBody: '{"$gt":""}', isJson: true })).toEqual({ $gt: '' })
    expect(typeof toBodyValue({ rawBody: nested(100), isJson: true })).toBe('object')
    expect(toBodyValue({ rawBody: nested(101), isJson: true })).toBe(nested(101))
  })
})

import { expect, test } from 'vitest'
import { depthOf, parseBody, toShownBody } from './webhook-body.rules.ts'

test('depth counts brackets, but not those inside texts', () => {
  expect(depthOf('1')).toBe(0)
  expect(depthOf('[{"a":[1]}, []]')).toBe(3)
  expect(depthOf('["[[[", "\\"[["]')).toBe(1)
})

test('text is kept as it is, JSON or not, and other bytes in base64', () => {
  const of = (text: string) => parseBody(new TextEncoder().encode(text))
  expect(of('{"a": 1e400}')).toEqual({ rawBody: '{"a": 1e400}', encoding: 'utf8', isJson: true })
  expect(of('a=1&b=2')).toMatchObject({ isJson: false })
  expect(parseBody(new Uint8Array([0xc3, 0x28]))).toEqual({
    rawBody: 'wyg=',
    encoding: 'base64',
    isJson: false,
  })
})

test('a value is shown as itself down to a depth of 100', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
  expect(toShownBody({ rawBody: '{"$gt":""}', isJson: true })).toEqual({ $gt: '' })
  expect(typeof toShownBody({ rawBody: nested(100), isJson: true })).toBe('object')
  expect(toShownBody({ rawBody: nested(101), isJson: true })).toBe(nested(101))
})

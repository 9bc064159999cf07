import { describe, expect, it } from 'vitest'
import { requestedRange } from './file-reply.ts'

describe('requestedRange', () => {
  it.each([
    ['bytes=0-4', [0, 4]],
    ['bytes=5-', [5, 9]],
    ['bytes=-3', [7, 9]],
    ['bytes=-30', [0, 9]],
    ['bytes=8-30', [8, 9]],
    ['bytes=9-9', [9, 9]],
  ])('parses the Range header %s for a ten-byte file', (header, [start, end]) => {
    expect(requestedRange(header, 10)).toEqual({ start, end })
  })

  it.each([
    undefined,
    '',
    'bytes=10-',
    'bytes=-0',
    'bytes=5-4',
    'bytes=-',
    'bytes=0-1,3-4',
    'lines=0-1',
    'bytes=a-b',
  ])('ignores the Range header %j for a ten-byte file', (header) => {
    expect(requestedRange(header, 10)).toBeNull()
  })
})

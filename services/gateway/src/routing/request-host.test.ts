import { describe, expect, it } from 'vitest'
import { requestHost } from './request-host.ts'

describe('requestHost', () => {
  it.each([
    ['Shop.Example.com', 'shop.example.com'],
    ['shop.example.com:8443', 'shop.example.com'],
    ['shop.example.com.', 'shop.example.com'],
  ])('normalizes %s to the host %s', (header, host) => {
    expect(requestHost(header)).toBe(host)
  })

  it.each([
    undefined,
    '',
    'localhost',
    '[::1]:80',
    'shop.example.com:80:90',
    'shop.example.com:x',
    'a/b.c',
    'a@b.c',
  ])('returns null for the header %s', (header) => {
    expect(requestHost(header)).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { requestHost } from './request-host.ts'

test.each([
  ['Shop.Example.com', 'shop.example.com'],
  ['shop.example.com:8443', 'shop.example.com'],
  ['shop.example.com.', 'shop.example.com'],
])('%s is the host %s', (header, host) => {
  expect(requestHost(header)).toBe(host)
})

test.each([
  undefined,
  '',
  'localhost',
  '[::1]:80',
  'shop.example.com:80:90',
  'shop.example.com:x',
  'a/b.c',
  'a@b.c',
])('%s is no custom domain', (header) => {
  expect(requestHost(header)).toBeNull()
})

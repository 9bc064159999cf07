import { listStreamLimits } from '@wp/bus/test/streams'
import { platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'

describe('every stream and bucket in NATS', () => {
  it('has a size limit, and rejects messages above it instead of losing unread events', async () => {
    const services = Object.keys(platform().services).filter((name) => name !== 'gateway')
    const names = services.map((name) => `wp-${name}`)
    names.push('wp-dead-letters', 'KV_manifests', 'KV_openapi', 'KV_domains')
    // Other tests have separate streams.
    const limits = (await listStreamLimits(platform().natsUrl)).filter(({ name }) => names.includes(name))
    expect(limits.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['wp-storefront', 'wp-identity', 'KV_manifests', 'KV_domains']),
    )
    expect(limits.filter(({ maxBytes }) => maxBytes <= 0)).toEqual([])
    expect(limits.filter(({ discard }) => discard !== 'new')).toEqual([])
  })
})

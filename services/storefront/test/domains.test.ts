import { request } from 'node:http'
import { domainsBucket } from '@wp/http'
import { eventually, memoize, newStaff, newWorkspace, platform, uniqueName } from '@wp/testing'
import type { InProcess } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { startDnsServer } from './dns-server.ts'
import { followEvents, openPlatformBus, secondReplica } from './peers.ts'
import { newProduct, newShop, unknownId } from './shop.ts'
import type { Shop } from './shop.ts'

/** A shop shared by tests whose requests are all rejected. */
const untouched = memoize(() => newShop())

let dns: Awaited<ReturnType<typeof startDnsServer>>
let replica: InProcess
let changes: Awaited<ReturnType<typeof followEvents<typeof contract.DomainPublished>>>

beforeAll(async () => {
  dns = await startDnsServer()
  replica = await secondReplica({ DNS_SERVERS: dns.address })
  changes = await followEvents(contract.DomainPublished)
})
afterAll(async () => {
  await changes?.close()
  await replica?.stop()
  dns?.close()
})

const newName = () => `${uniqueName('shop-')}.example`
/** Calls the replica that uses this test's DNS server. */
const at = ({ token, workspaceId }: Shop) => replica.as(contract, { token, workspaceId })

const newDomain = async (shop: Shop, domain = newName()) =>
  (await shop.api.createDomain({ domain })).body.domain

const prove = ({ domain, verificationToken }: { domain: string; verificationToken: string }) =>
  dns.records.set(`_wp-verify.${domain}`, ['v=spf1 -all', verificationToken])

const newActiveDomain = async (shop: Shop) => {
  const claimed = await newDomain(shop)
  prove(claimed)
  return (await at(shop).verifyDomain({ params: { domainId: claimed.id } })).body.domain
}

/** Requests a path of this host, the root page by default, through the gateway. */
const ask = (host: string, path = '/', method = 'GET') =>
  new Promise<{ status: number; body: string }>((resolve, reject) => {
    request(`${platform().gatewayUrl}${path}`, { method, headers: { host } }, (response) => {
      let body = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
      response.on('end', () => resolve({ status: response.statusCode!, body }))
    })
      .on('error', reject)
      .end()
  })

describe('/workspace/:workspaceId/storefront/domain', () => {
  it('keeps a domain pending until a DNS record contains the token, and then activates it', async () => {
    const shop = await newShop()
    const name = newName()
    const { status, body } = await shop.api.createDomain({ domain: `  ${name.toUpperCase()}. `.trim() })
    expect(status).toBe(201)
    expect(body.domain).toMatchObject({
      workspaceId: shop.workspaceId,
      domain: name,
      status: 'pending',
      sslStatus: 'none',
      verificationToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
    })
    const params = { domainId: body.domain.id }
    expect(await at(shop).verifyDomain({ params })).toFailWith(422, 'DOMAIN_NOT_VERIFIED')
    dns.records.set(`_wp-verify.${name}`, ['something else'])
    expect(await at(shop).verifyDomain({ params })).toFailWith(422, 'DOMAIN_NOT_VERIFIED')
    expect(await shop.api.activateDomain({ params })).toFailWith(422, 'DOMAIN_NOT_VERIFIED')
    prove(body.domain)
    const verified = (await at(shop).verifyDomain({ params })).body.domain
    expect(verified).toMatchObject({ status: 'active', sslStatus: 'pending' })
    dns.records.delete(`_wp-verify.${name}`)
    expect((await at(shop).verifyDomain({ params })).body.domain).toEqual(verified)
    expect((await shop.api.listDomains()).body.domains).toEqual([verified])
    expect(dns.asked).toContain(`_wp-verify.${name}`)
    await eventually(() => {
      const mine = changes.events.filter(({ data }) => data.recordId === verified.id)
      expect(mine.map(({ data }) => data.record!.status)).toEqual(['pending', 'active'])
    })
  })

  it('stores a domain name with non-ASCII characters in Punycode, and returns 409 for the same name in Punycode', async () => {
    const shop = await newShop()
    const label = uniqueName('müsli-')
    const { domain } = (await shop.api.createDomain({ domain: `${label}.example` })).body.domain
    expect(domain).toMatch(/^xn--[a-z0-9-]+\.example$/)
    expect(await shop.api.createDomain({ domain })).toFailWith(409, 'CONFLICT', { path: 'domain' })
  })

  it('gives a domain to the first claiming workspace that verifies it, and returns 409 to the others', async () => {
    const [one, other, late] = [await newShop(), await newShop(), await newShop()]
    const name = newName()
    const [first, second] = [await newDomain(one, name), await newDomain(other, name)]
    const texts = [first.verificationToken, second.verificationToken]
    dns.records.set(`_wp-verify.${name}`, texts)
    const replies = await Promise.all([
      at(one).verifyDomain({ params: { domainId: first.id } }),
      at(other).verifyDomain({ params: { domainId: second.id } }),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await late.api.createDomain({ domain: name })).toFailWith(409, 'CONFLICT')
    const [winner, domain] = replies[0].status === 200 ? [one, first] : [other, second]
    expect((await winner.api.deleteDomain({ params: { domainId: domain.id } })).status).toBe(204)
    expect((await late.api.createDomain({ domain: name })).status).toBe(201)
  })

  it('keeps the limit of 20 domains when domains are claimed concurrently', async () => {
    const shop = await newShop()
    const claim = () => shop.api.createDomain({ domain: newName() })
    for (let count = 0; count < 19; count += 1) expect((await claim()).status).toBe(201)
    const replies = await Promise.all(Array.from({ length: 6 }, claim))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const late of replies.filter(({ status }) => status !== 201))
      expect(late).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('disables and activates a domain, even repeatedly', async () => {
    const shop = await newShop()
    const active = await newActiveDomain(shop)
    const params = { domainId: active.id }
    const disabled = (await shop.api.disableDomain({ params })).body.domain
    expect(disabled).toMatchObject({ ...active, status: 'disabled', updatedAt: disabled.updatedAt })
    expect((await shop.api.disableDomain({ params })).body.domain).toEqual(disabled)
    expect((await at(shop).verifyDomain({ params })).body.domain.status).toBe('disabled')
    expect((await shop.api.activateDomain({ params })).body.domain.status).toBe('active')
    expect((await shop.api.activateDomain({ params })).status).toBe(200)
  })

  it('keeps a disabled domain disabled when it is verified, and then allows its activation', async () => {
    const shop = await newShop()
    const claimed = await newDomain(shop)
    const params = { domainId: claimed.id }
    await shop.api.disableDomain({ params })
    prove(claimed)
    expect((await at(shop).verifyDomain({ params })).body.domain.status).toBe('disabled')
    expect((await shop.api.activateDomain({ params })).body.domain.status).toBe('active')
  })

  it.each(['127.0.0.1', 'localhost', 'shop.localhost', '[::1]', 'example', 'a b.example', 'shop.example/x'])(
    'returns 422 for the domain name "%s"',
    async (domain) => {
      const { api } = await untouched()
      expect(await api.createDomain({ domain })).toFailWith(422, 'VALIDATION_FAILED', { path: 'domain' })
    },
  )

  it("returns 404 without a store and for unknown and other workspaces' domains, 403 to staff without store.manage, and 400 without a domain name", async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.createDomain({ domain: newName() })).toFailWith(404, 'NOT_FOUND')
    expect(await api.listDomains()).toFailWith(404, 'NOT_FOUND')
    const [shop, other] = [await newShop(), await newShop()]
    const params = { domainId: (await newDomain(shop)).id }
    for (const call of [other.api.disableDomain, other.api.activateDomain, other.api.verifyDomain])
      expect(await call({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await other.api.deleteDomain({ params })).toFailWith(404, 'NOT_FOUND')
    const viewer = await newStaff(shop, ['store.view'], contract)
    expect((await viewer.api.listDomains()).body.domains).toHaveLength(1)
    expect(await viewer.api.disableDomain({ params })).toFailWith(403, 'FORBIDDEN')
    expect(await shop.api.disableDomain({ params: { domainId: 'x' } })).toFailWith(404, 'NOT_FOUND')
    expect(await shop.api.createDomain.raw({ body: {} })).toFailWith(400, 'INVALID_REQUEST')
    expect(await shop.api.deleteDomain({ params: { domainId: unknownId } })).toFailWith(404, 'NOT_FOUND')
  })
})

describe('gateway with custom domains', () => {
  it("serves only the shop's routes on an active domain", async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const product = await newProduct(shop, { name: 'Moon Lamp' })
    const { domain, id: domainId } = await newActiveDomain(shop)
    const front = await eventually(async () => {
      const reply = await ask(domain)
      expect(reply.body).toContain('Moon Lamp')
      return reply
    })
    expect(front.status).toBe(200)
    expect(front.body).toContain(`href="/products/${product.slug}"`)
    const page = (await ask(`${domain.toUpperCase()}:8080`, `/products/${product.slug}`)).body
    expect(page).toContain('action="/cart"')
    expect(page).toContain(`<link rel="canonical" href="https://${domain}/products/${product.slug}" />`)
    expect((await ask(domain, '/sitemap.xml')).body).toContain(
      `<loc>https://${domain}/products/${product.slug}</loc>`,
    )
    for (const path of ['/cart', '/script.js', '/style.css'])
      expect((await ask(domain, path)).status).toBe(200)
    const api = '/v1/public/storefront/stores'
    expect((await ask(domain, `${api}/${shop.slug}/products`)).status).toBe(200)
    const hidden = [
      '/health',
      '/openapi.json',
      '/.well-known/jwks.json',
      `/shop/${shop.slug}`,
      `/shop/${other.slug}`,
      `${api}/${other.slug}`,
      '/v1/public/plans',
      `/v1/workspace/${shop.workspaceId}`,
    ]
    for (const path of hidden) expect([path, (await ask(domain, path)).status]).toEqual([path, 404])
    await shop.api.disableDomain({ params: { domainId } })
    await eventually(async () => expect((await ask(domain)).body).toContain('openapi'))
  })

  it('serves a shop after its slug has changed, and stops serving an unpublished shop or a deleted domain', async () => {
    const shop = await newShop()
    const { domain, id: domainId } = await newActiveDomain(shop)
    await eventually(async () => expect((await ask(domain)).body).toContain('Blue Moon'))
    const slug = uniqueName('moved-')
    await shop.api.putStore({ slug, name: 'Moved Moon', isPublished: true })
    await eventually(async () => expect((await ask(domain)).body).toContain('Moved Moon'))
    await shop.api.putStore({ slug, name: 'Moved Moon', isPublished: false })
    expect((await ask(domain)).status).toBe(404)
    await shop.api.deleteDomain({ params: { domainId } })
    await eventually(async () => expect((await ask(domain)).body).toContain('openapi'))
  })

  it('serves the correct domains again after the publish-domains job repairs the bucket', async () => {
    const shop = await newShop()
    const { domain } = await newActiveDomain(shop)
    await eventually(async () => expect((await ask(domain)).body).toContain('Blue Moon'))
    const stray = newName()
    const bus = await openPlatformBus()
    try {
      await bus.kv(domainsBucket).put(stray, { slug: shop.slug })
      await eventually(async () => expect((await ask(stray)).body).toContain('Blue Moon'))
      await bus.kv(domainsBucket).delete(domain)
    } finally {
      await bus.close()
    }
    await eventually(async () => {
      await replica.runJob('publish-domains')
      expect((await ask(stray)).body).toContain('openapi')
      expect((await ask(domain)).body).toContain('Blue Moon')
    })
  })
})

import type { ApiError } from '@workspace-platform/client'
import { identity } from '@workspace-platform/client/identity'
import { pos } from '@workspace-platform/client/pos'
import { openRealtime } from '@workspace-platform/client/realtime'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import { uniqueName } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openApp } from './app.ts'

/** The permissions of the salon's own website. */
const permissions = [
  'clients.manage',
  'services.view',
  'sessions.view',
  'sessions.create',
  'sessions.update',
  'store.orders.manage',
  'store.manage',
  'jobs.view',
]

/** Creates a salon with one service, and the API key of its website. */
const openSalon = async () => {
  const { api, owner, app: website, apiKey } = await openApp('Blue Moon Salon', permissions)
  const { service } = await owner.use(scheduling).createService({
    body: { name: 'Haircut', scope: 'sessions', durationMinutes: 30, price: 40 },
  })
  return { api, website, service, apiKey }
}

describe('a salon whose website uses an API key', () => {
  it('finds a free time, books it for a new client, moves the session and bills it', async () => {
    const { api, website, service, apiKey } = await openSalon()
    const desk = website.use(scheduling)
    const { services } = await desk.listServices()
    expect(services.map(({ name }) => name)).toEqual(['Haircut'])

    const { client } = await desk.createClient({ body: { name: 'Mona Said', phone: '+14155550199' } })
    const booking = { name: 'Haircut', clientId: client.id, serviceIds: [service.id], date: '2027-03-10' }
    const { session } = await desk.createSession({ body: { ...booking, startTime: '09:00' } })
    expect(session).toMatchObject({ status: 'scheduled', startTime: '09:00', endTime: '09:30' })

    const params = { sessionId: session.id }
    const moved = await desk.updateSession({ params, body: { startTime: '10:00' } })
    expect(moved.session.startTime).toBe('10:00')
    const { note } = await desk.createSessionNote({ params, body: { body: 'Prefers tea' } })
    expect(note).toMatchObject({ authorId: apiKey.id, authorName: 'Website' })

    const booked = await desk.createSessionInvoice({ params })
    const { invoice } = await website.use(pos).getInvoice({
      params: { invoiceId: booked.session.invoice!.id },
    })
    expect(invoice.total).toBe(40)

    const names: string[] = []
    for await (const each of desk.listClients.each()) names.push(each.name)
    expect(names).toEqual(['Mona Said'])
    const shown = await api.getApiKey({ params: { apiKeyId: apiKey.id } })
    expect(shown.body.apiKey.lastUsedAt).not.toBeNull()
  })

  it('receives live events', async () => {
    const { website } = await openSalon()
    const shop = website.use(storefront)
    await shop.putStore({ body: { slug: uniqueName('salon-'), name: 'Blue Moon', isPublished: true } })
    const { product } = await shop.createProduct({ body: { name: 'Shampoo', price: 9, status: 'active' } })
    const { job } = await shop.createMarketingPost({ params: { productId: product.id } })
    const realtime = openRealtime(website)
    onTestFinished(() => realtime.close())
    const done = new Promise<number>((resolve) => {
      realtime.subscribe(`jobs.${job.id}`, {
        after: 0,
        onEvent: ({ data }) => data.status === 'done' && resolve(data.progress),
      })
    })
    await shop.updateJobProgress({
      body: { jobId: job.id, status: 'done', progress: 100, step: 'published', message: 'Ready' },
    })
    expect(await done).toBe(100)
  })

  it('gets 403 beyond its permissions and on routes for users, and 401 after it was revoked', async () => {
    const { api, website, apiKey } = await openSalon()
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => 'accepted',
        (error: unknown) => (error as ApiError).code,
      )
    expect(await codeOf(website.use(scheduling).createService({ body: { name: 'Free cut' } }))).toBe(
      'FORBIDDEN',
    )
    expect(await codeOf(website.use(identity).me())).toBe('FORBIDDEN')
    expect(await codeOf(website.use(identity).listApiKeys())).toBe('FORBIDDEN')
    await api.revokeApiKey({ params: { apiKeyId: apiKey.id } })
    await expect.poll(() => codeOf(website.use(scheduling).listClients())).toBe('UNAUTHENTICATED')
  })
})

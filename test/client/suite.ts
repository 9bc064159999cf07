import { ApiError, createPlatformClient, type PlatformClient } from '@workspace-platform/client'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { finance } from '@workspace-platform/client/finance'
import { identity } from '@workspace-platform/client/identity'
import { openRealtime } from '@workspace-platform/client/realtime'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'

/** A test of the client against a running platform, for Node and browsers. `run` throws when the test fails. */
export type Scenario = { title: string; run: (url: string) => Promise<void> }

const holds = (condition: boolean, what: string): void => {
  if (!condition) throw new Error(`Condition not met: ${what}`)
}

const same = (found: unknown, wanted: unknown): void => {
  const [is, should] = [JSON.stringify(found), JSON.stringify(wanted)]
  if (is !== should) throw new Error(`Expected ${should}, found ${is}`)
}

const unique = (prefix: string) => `${prefix}${Date.now()}-${Math.floor(Math.random() * 1e9)}`

/** Returns a client that is logged in to a new account. */
const signUp = async (url: string): Promise<PlatformClient> => {
  const platform = createPlatformClient({ url })
  const { plans } = await platform.use(adminBilling).listPublicPlans()
  await platform.use(identity).signup({
    body: {
      email: `${unique('owner')}@shop.example`,
      password: 'correct-horse-1',
      phone: '+14155550123',
      planId: plans.find(({ slug }) => slug === 'pro')!.id,
      businessCategorySlug: 'retail',
    },
  })
  return platform
}

/** Replaces the client's access token with an invalid one and returns the original session. */
const spoilToken = async (platform: PlatformClient) => {
  const session = (await platform.session())!
  await platform.setSession({ ...session, token: `${session.token}x` })
  return session
}

export const suite: Scenario[] = [
  {
    title: 'signs up, keeps the session and iterates over several pages',
    run: async (url) => {
      const platform = await signUp(url)
      const { createClient, listClients } = platform.use(scheduling)
      const names = Array.from({ length: 5 }, (_, index) => `Person ${index}`)
      for (const name of names) await createClient({ body: { name } })
      const found: string[] = []
      for await (const client of listClients.each({ query: { limit: 2 } })) found.push(client.name)
      same(found.toSorted(), names)
      same((await listClients({ query: { search: 'person 3' } })).clients.length, 1)
    },
  },
  {
    title: 'refreshes the session when parallel calls use a rejected token',
    run: async (url) => {
      const platform = await signUp(url)
      const { listClients } = platform.use(scheduling)
      for (let round = 0; round < 2; round += 1) {
        const before = await spoilToken(platform)
        await Promise.all(Array.from({ length: 5 }, () => listClients()))
        const after = (await platform.session())!
        holds(after.refreshToken !== before.refreshToken, 'the refresh token was rotated')
        same(after.workspaceId, before.workspaceId)
      }
    },
  },
  {
    title: 'applies a request once when it is sent twice with the same key',
    run: async (url) => {
      const { createClient } = (await signUp(url)).use(scheduling)
      const call = { body: { name: 'Ali' }, idempotencyKey: 'form-1' }
      const first = await createClient(call)
      const again = await createClient.reply(call)
      same(again.body.client.id, first.client.id)
      same(again.headers.get('idempotency-replayed'), 'true')
    },
  },
  {
    title: 'throws an ApiError with code, details and request id',
    run: async (url) => {
      const { createClient, getClient } = (await signUp(url)).use(scheduling)
      const refused = await createClient({ body: { name: '' } }).catch((error: unknown) => error)
      if (!(refused instanceof ApiError)) throw new Error('no ApiError')
      same([refused.status, refused.code, refused.details[0]?.path], [422, 'VALIDATION_FAILED', 'name'])
      holds(refused.requestId !== null, 'the request has an id')
      const missing = await getClient({ params: { clientId: '0'.repeat(24) } }).catch(
        (error: unknown) => error,
      )
      same((missing as ApiError).code, 'NOT_FOUND')
    },
  },
  {
    title: 'uploads a file with progress, downloads it unchanged and exports a list as CSV',
    run: async (url) => {
      const { createReceipt, getReceiptFile, createIncome, listIncomes } = (await signUp(url)).use(finance)
      const text = `%PDF-1.4\n${'x'.repeat(300_000)}\n%%EOF\n`
      const file = new File([text], 'receipt.pdf', { type: 'application/pdf' })
      const told: { sentBytes: number; totalBytes: number }[] = []
      const { receipt } = await createReceipt({
        form: { file },
        onProgress: (progress) => told.push(progress),
      })
      same(receipt.sizeBytes, text.length)
      const last = told.at(-1)!
      holds(
        last.totalBytes > text.length && last.sentBytes === last.totalBytes,
        'the last progress event covers the whole file',
      )
      const content = await getReceiptFile({ params: { receiptId: receipt.id } })
      holds((await content.text()) === text, 'the downloaded file is unchanged')
      await createIncome({ body: { title: 'Sale', amount: 12.5, currencyCode: 'USD', date: '2027-03-10' } })
      const table = await (await listIncomes.as('text/csv')).text()
      holds(table.includes('Sale'), 'the table contains the income')
    },
  },
  {
    title: 'receives job progress live after refreshing a rejected token',
    run: async (url) => {
      const platform = await signUp(url)
      const shop = platform.use(storefront)
      await shop.putStore({ body: { slug: unique('shop-'), name: 'Blue Moon', isPublished: true } })
      const { product } = await shop.createProduct({ body: { name: 'Vase', price: 12.5, status: 'active' } })
      const { job } = await shop.createMarketingPost({ params: { productId: product.id } })
      await spoilToken(platform)
      const realtime = openRealtime(platform)
      const seen: number[] = []
      const done = new Promise<void>((resolve) => {
        realtime.subscribe(`jobs.${job.id}`, {
          after: 0,
          onEvent: ({ data }) => {
            seen.push(data.progress)
            if (data.status === 'done') resolve()
          },
        })
      })
      for (const progress of [30, 60, 100]) {
        const status = progress === 100 ? 'done' : 'processing'
        await shop.updateJobProgress({
          body: { jobId: job.id, status, progress, step: 'draft', message: 'Writing', sequence: progress },
        })
      }
      await done
      realtime.close()
      same(seen, [30, 60, 100])
    },
  },
  {
    title: 'imports clients from a file and follows the job live to its report',
    run: async (url) => {
      const platform = await signUp(url)
      const { importClients, getClientImportReport, listClients } = platform.use(scheduling)
      const file = new Blob(['name,externalId\nMona,A\n,B\n'], { type: 'text/csv' })
      const { job } = await importClients({ form: { file } })
      const realtime = openRealtime(platform)
      const meta = await new Promise<Record<string, unknown> | undefined>((resolve) => {
        realtime.subscribe(`jobs.${job.id}`, {
          after: 0,
          onEvent: ({ data }) => {
            if (data.status === 'done') resolve(data.meta)
          },
        })
      })
      realtime.close()
      same([meta?.['created'], meta?.['updated'], meta?.['refused']], [1, 0, 1])
      const importId = String(meta?.['reportUrl']).split('/').at(-2)!
      const report = await (await getClientImportReport({ params: { importId } })).text()
      same(report.trim().split('\r\n').at(-1), '3,name,is required')
      same((await listClients()).clients.length, 1)
    },
  },
  {
    title: 'ends the session everywhere on logout',
    run: async (url) => {
      const platform = await signUp(url)
      const other = createPlatformClient({ url, session: await platform.session() })
      await platform.use(identity).logout()
      same(await platform.session(), null)
      const refresh = other.use(identity).refresh
      const { refreshToken } = (await other.session())!
      const refused = await refresh({ body: { refreshToken: refreshToken! } }).catch(
        (error: unknown) => error,
      )
      same((refused as ApiError).status, 401)
    },
  },
]

import { randomInt } from 'node:crypto'
import * as contests from '@wp/contests/contract'
import * as identity from '@wp/identity/contract'
import { idempotencyOf, type Route } from '@wp/http'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { newStaff, newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import * as webhooks from '@wp/webhooks/contract'
import { describe, expect, it } from 'vitest'
import { toJSONSchema, ZodType } from 'zod'
import { allRoutes } from '@wp/gateway/contracts'

const visitor = () => visitorApi(identity)
const newestToken = async (to: string): Promise<string> =>
  (await visitor().listOutbox({ query: { to } })).body.messages[0]!.token!

/** Returns the number of bits that differ between two values. */
const differingBits = (one: Buffer, other: Buffer): number =>
  one.reduce((sum, byte, index) => sum + (byte ^ other[index]!).toString(2).replaceAll('0', '').length, 0)

/** Creates a published shop with a product. */
const newShop = async () => {
  const { api } = await newWorkspace(storefront)
  const slug = uniqueName('shop-')
  await api.putStore({ slug, name: 'Blue Moon', isPublished: true })
  const { product } = (await api.createProduct({ name: 'Vase', price: 1, status: 'active' })).body
  return { api, slug, productId: product.id }
}

/** Functions that create a new secret of each kind; `bits` is its minimum entropy. */
const secrets: Record<string, { bits: number; decode: BufferEncoding; make: () => Promise<string> }> = {
  'email verification token': {
    bits: 128,
    decode: 'base64url',
    make: async () => newestToken((await newWorkspace()).email),
  },
  'password reset token': {
    bits: 128,
    decode: 'base64url',
    make: async () => {
      const { email } = await newWorkspace()
      await visitor().forgetPassword({ email })
      return newestToken(email)
    },
  },
  'invitation token': {
    bits: 128,
    decode: 'base64url',
    make: async () => {
      const workspace = await newWorkspace(identity)
      const { role } = (await workspace.api.createRole({ name: 'Desk', permissions: [] })).body
      const email = `${uniqueName('staff')}@shop.example`
      await workspace.use(scheduling).createStaff({ name: 'Mona', email, roleId: role.id })
      return newestToken(email)
    },
  },
  'webhook secret': {
    bits: 128,
    decode: 'base64',
    make: async () => {
      const { api } = await newWorkspace(webhooks)
      const made = await api.createWebhookEndpoint({ url: 'https://hooks.example/', events: ['client.*'] })
      return made.body.secret.slice('whsec_'.length)
    },
  },
  'refresh token secret': {
    bits: 128,
    decode: 'base64url',
    make: async () => (await newWorkspace()).refreshToken.split('.')[2]!,
  },
  'API key': {
    bits: 128,
    decode: 'base64url',
    make: async () => {
      const { api } = await newWorkspace(identity)
      const created = await api.createApiKey({ name: 'Shop sync', permissions: ['clients.view'] })
      return created.body.secret.slice('wpk_live_'.length, -6)
    },
  },
  'calendar feed URL': {
    bits: 128,
    decode: 'base64url',
    make: async () => {
      const workspace = await newWorkspace(scheduling)
      const { staffId } = await newStaff(workspace, [])
      const { url } = (await workspace.api.createCalendarFeed({ params: { staffId } })).body
      return url.split('/').at(-1)!.replace('.ics', '')
    },
  },
  'order token': {
    bits: 128,
    decode: 'base64url',
    make: async () => {
      const { slug, productId } = await newShop()
      const customer = { name: 'Mona', email: 'mona@shop.example' }
      const body = { customer, items: [{ productId, quantity: 1 }] }
      return (await visitorApi(storefront).createOrder({ params: { slug }, body })).body.token
    },
  },
  'id of a workflow job': {
    bits: 96,
    decode: 'hex',
    make: async () => {
      const { api, productId } = await newShop()
      return (await api.createMarketingPost({ params: { productId } })).body.job.id
    },
  },
  'contest attempt token': {
    bits: 128,
    decode: 'base64url',
    make: async () => {
      const { api } = await newWorkspace(contests)
      const options = ['a', 'b'].map((id) => ({ id, label: id }))
      const { contest } = (
        await api.createContest({
          title: 'Quiz',
          startsAt: new Date(Date.now() - 60_000).toISOString(),
          endsAt: new Date(Date.now() + 3_600_000).toISOString(),
          questions: [{ text: 'One', options, correctOptionId: 'a', points: 1 }],
        })
      ).body
      const params = { contestId: contest.id }
      await api.updateContest({ params, body: { status: 'published' } })
      const body = { name: 'Mona', email: `${uniqueName('p')}@shop.example` }
      return (await visitorApi(contests).startAttempt({ params, body })).body.token
    },
  },
  'login challenge id': {
    bits: 96,
    decode: 'hex',
    make: async () => {
      const { api, email, password } = await newWorkspace(identity)
      const phone = `+1415555${String(randomInt(10_000)).padStart(4, '0')}`
      const { challengeId } = (await api.startPhone({ phone })).body
      const { messages } = (await visitor().listOutbox({ query: { to: phone } })).body
      await api.verifyPhone({ challengeId, code: messages[0]!.code! })
      const { body } = await visitor().login({ email, password })
      return 'challenge' in body ? body.challenge.id : ''
    },
  },
  'phone enrolment challenge id': {
    bits: 96,
    decode: 'hex',
    make: async () => (await (await newWorkspace(identity)).api.startPhone({})).body.challengeId,
  },
}

// About half of n random bits differ. The probability that at most a quarter of 96 bits differ is below one in a
// million.
describe('secrets', () => {
  it.each(Object.entries(secrets))('generates an unpredictable %s', async (_name, secret) => {
    const made = [await secret.make(), await secret.make(), await secret.make()]
    const [one, two, three] = made.map((text) => Buffer.from(text, secret.decode)) as [Buffer, Buffer, Buffer]
    expect(one.length * 8).toBeGreaterThanOrEqual(secret.bits)
    for (const [here, there] of [
      [one, two],
      [two, three],
    ] as const) {
      expect(here.length).toBe(there.length)
      expect(differingBits(here, there)).toBeGreaterThan(secret.bits / 4)
    }
  })
})

const rows = (await allRoutes()).map(({ route }) => route)
const takesPassword = (body: ZodType | undefined): boolean =>
  body !== undefined &&
  /password/i.test(JSON.stringify(toJSONSchema(body, { unrepresentable: 'any', io: 'input' })))

describe('an idempotency record', () => {
  const isSafe = (route: Route) => ['none', 'sealed'].includes(idempotencyOf(route))

  it('is sealed or omitted for routes that accept passwords', () => {
    const withPassword = rows.filter(({ body }) => takesPassword(body))
    expect(withPassword.length).toBeGreaterThan(5)
    expect(withPassword.filter((route) => !isSafe(route)).map(({ id }) => id)).toEqual([])
  })

  it('is sealed or omitted for routes that return tokens, except URLs of files', () => {
    const returnsToken = (shape: unknown) =>
      shape instanceof ZodType &&
      /"(?:token|refreshToken|url|secret)":/.test(
        JSON.stringify(toJSONSchema(shape, { unrepresentable: 'any' })),
      )
    const withToken = rows.filter(
      ({ method, replies }) => method === 'POST' && Object.values(replies).some(returnsToken),
    )
    // The URL of a file can only be read with a token of the workspace.
    const files = ['createReceipt', 'createSession', 'createSessionAttachment', 'createSessionInvoice']
    expect(withToken.length).toBeGreaterThan(5)
    expect(
      withToken
        .filter((route) => !isSafe(route))
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(files)
  })
})

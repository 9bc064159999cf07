import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { addDays, newId } from '@wp/kernel'
import type { Platform } from '@wp/local-platform'
import type { MongoClient } from 'mongodb'
import { sessionCollection } from '../../../services/scheduling/src/sessions/session.store.ts'
import { toInterval } from '../../../services/scheduling/src/sessions/session.rules.ts'
import type { Prepare } from './cost-calls.ts'
import { largestDesign, largestValues } from './largest-design.ts'

/** Returns how to call each operation with the largest permitted input, on the largest permitted records. */
export const prepareScene = async (
  platform: Platform,
  database: MongoClient,
): Promise<Record<string, Prepare>> => {
  const scene = openScene(platform)
  const owner = await scene.signUp()
  return {
    ...(await identityCalls(scene)),
    ...(await storefrontCalls(scene, owner)),
    ...(await contestCalls(scene, owner)),
    ...(await otherCalls(scene, owner, database)),
  }
}

type Owner = { email: string; token: string; refreshToken: string; workspaceId: string; body: object }

const password = 'bench-password-1'
let phones = 0

const openScene = ({ services }: Platform) => {
  /** Sends JSON to a service and returns the reply. */
  const call = async <Reply>(
    service: string,
    path: string,
    { method = 'POST', body, token }: { method?: string; body?: object; token?: string } = {},
  ): Promise<Reply> => {
    const reply = await fetch(`${services[service]![0]!.http}${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status} ${text.slice(0, 300)}`)
    return (text === '' ? null : JSON.parse(text)) as Reply
  }

  const newSignup = async () => {
    const { plans } = await call<{ plans: { id: string; slug: string }[] }>(
      'admin-billing',
      '/public/plans',
      {
        method: 'GET',
      },
    )
    const { businessCategories } = await call<{ businessCategories: { slug: string }[] }>(
      'admin-billing',
      '/public/business-categories',
      { method: 'GET' },
    )
    phones += 1
    return {
      email: `${newId()}@${'shop.'.repeat(40)}example`,
      password,
      phone: `+1415555${String(1000 + phones)}`,
      planId: (plans.find(({ slug }) => slug === 'labs') ?? plans.at(-1)!).id,
      businessCategorySlug: businessCategories[0]!.slug,
      name: 'n'.repeat(200),
      slogan: 's'.repeat(500),
    }
  }

  const signUp = async (): Promise<Owner> => {
    const body = await newSignup()
    const reply = await call<{ token: string; refreshToken: string; workspace: { id: string } }>(
      'identity',
      '/signup',
      { body },
    )
    return { ...reply, email: body.email, workspaceId: reply.workspace.id, body }
  }

  const logIn = ({ email }: Owner) =>
    call<{ token: string; refreshToken: string; challenge: { id: string } }>('identity', '/auth/login', {
      body: { email, password },
    })

  /** Returns the newest message to an address, which is sent a little later. */
  const messageTo = async (to: string): Promise<{ token: string; code: string }> => {
    for (let attempt = 0; attempt < 100; attempt += 1) {
      const query = new URLSearchParams({ to }).toString()
      const { messages } = await call<{ messages: { token: string; code: string }[] }>(
        'identity',
        `/dev/outbox?${query}`,
        { method: 'GET' },
      )
      if (messages[0]) return messages[0]
      await delay(50)
    }
    throw new Error(`No message was sent to ${to}`)
  }

  /** Sets up an authenticator app and returns its id and the backup codes. */
  const enrolTotp = async ({ token }: { token: string }): Promise<{ methodId: string; codes: string[] }> => {
    const { methodId, secret } = await call<{ methodId: string; secret: string }>(
      'identity',
      '/workspace/mfa/totp/setup',
      { token },
    )
    const { backupCodes = [] } = await call<{ backupCodes?: string[] }>(
      'identity',
      '/workspace/mfa/totp/confirm',
      { token, body: { methodId, code: codeOf(secret) } },
    )
    return { methodId, codes: backupCodes }
  }

  return { call, newSignup, signUp, logIn, messageTo, enrolTotp }
}
type Scene = ReturnType<typeof openScene>

/** Returns the current code of an authenticator app (RFC 6238). */
const codeOf = (secret: string): string => {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const number = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7f_ff_ff_ff
  return String(number % 1_000_000).padStart(6, '0')
}
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

const identityCalls = async (scene: Scene): Promise<Record<string, Prepare>> => {
  const { call, newSignup, signUp, logIn, messageTo, enrolTotp } = scene
  const member = await signUp()
  for (let session = 1; session < 100; session += 1) await logIn(member)
  const { token } = member
  /** Further logins end the oldest sessions. */
  const leaving = await signUp()
  const protectedMember = await signUp()
  const totp = await enrolTotp(protectedMember)
  const longPassword = `${password}-${'x'.repeat(180)}`
  const inviting = await signUp()
  const { role } = await call<{ role: { id: string } }>(
    'identity',
    `/workspace/${inviting.workspaceId}/roles`,
    { token: inviting.token, body: { name: 'Stylist', permissions: ['sessions.view'] } },
  )
  const anyId = newId()
  let open: { owner: Owner; codes: string[] } | null = null

  return {
    signup: async () => ({ body: { ...(await newSignup()), marketingOptIn: true }, status: 201 }),
    createWorkspace: async () => ({ body: await newSignup(), status: 201 }),
    login: () => ({ body: { email: leaving.email, password }, status: 200 }),
    adminLogin: () => ({ body: { email: `${newId()}@a.example`, password: 'x'.repeat(200) }, status: 401 }),
    bootstrapAdmin: () => ({
      headers: { 'x-bootstrap-token': 'x'.repeat(4000) },
      body: { email: 'a@b.example', password: 'x'.repeat(200), roles: ['super-admin'] },
      status: [403, 429], // repeated failures are rejected
    }),
    verifyAdminLogin: () => ({ body: { challengeId: anyId, code: 'x'.repeat(40) }, status: 401 }),
    forgetPassword: async () => ({ body: { email: (await signUp()).email }, status: 202 }),
    resetPassword: async () => {
      const { email } = await signUp()
      const { token: first } = await messageTo(email)
      await call('identity', '/auth/password/forgot', { body: { email } })
      let reset = await messageTo(email)
      while (reset.token === first) reset = await messageTo(email)
      return { body: { token: reset.token, password: longPassword }, status: 200 }
    },
    acceptInvitation: async () => {
      const email = `${newId()}@staff.example`
      await call('scheduling', `/workspace/${inviting.workspaceId}/staff`, {
        token: inviting.token,
        body: { name: 'Mona', email, roleId: role.id },
      })
      return { body: { token: (await messageTo(email)).token, password: longPassword }, status: 200 }
    },
    verifyEmail: async () => ({
      body: { token: (await messageTo((await signUp()).email)).token },
      status: 204,
    }),
    sendVerification: async () => ({ token: (await signUp()).token, status: 202 }),
    refresh: async () => ({ body: { refreshToken: (await logIn(leaving)).refreshToken }, status: 200 }),
    logout: async () => ({ token: (await logIn(leaving)).token, status: 204 }),
    me: () => ({ token, status: 200 }),
    getWorkspace: () => ({ token, params: { workspaceId: member.workspaceId }, status: 200 }),
    listPermissions: () => ({ token, status: 200 }),
    listLoginSessions: () => ({ token, query: { limit: '100' }, status: 200 }),
    endLoginSession: async () => {
      const [first, second] = [await logIn(leaving), await logIn(leaving)]
      const { sessions } = await call<{ sessions: { id: string; isCurrent: boolean }[] }>(
        'identity',
        '/auth/sessions?limit=10',
        { method: 'GET', token: first.token },
      )
      const sessionId = sessions.find(({ isCurrent }) => isCurrent)!.id
      return { token: second.token, params: { sessionId }, status: 204 }
    },
    reauthenticate: () => ({ token, body: { password }, status: 204 }),
    changePassword: async () => ({
      token: (await signUp()).token,
      body: { currentPassword: password, newPassword: longPassword },
      status: 200,
    }),
    sendLoginCode: async () => {
      const owner = await signUp()
      const { challengeId } = await call<{ challengeId: string }>('identity', '/workspace/mfa/phone/start', {
        token: owner.token,
        body: {},
      })
      const { code } = await messageTo((owner.body as { phone: string }).phone)
      await call('identity', '/workspace/mfa/phone/verify', {
        token: owner.token,
        body: { challengeId, code },
      })
      return { body: { challengeId: (await logIn(owner)).challenge.id }, status: [200, 429] } // SMS are limited
    },
    verifyLogin: async () => {
      if (!open || open.codes.length === 0) {
        const owner = await signUp()
        open = { owner, codes: (await enrolTotp(owner)).codes }
      }
      const { challenge } = await logIn(open.owner)
      return { body: { challengeId: challenge.id, code: open.codes.pop() }, status: 200 }
    },
    setUpTotp: () => ({ token, status: 200 }),
    confirmTotp: async () => {
      const owner = await signUp()
      const { methodId, secret } = await call<{ methodId: string; secret: string }>(
        'identity',
        '/workspace/mfa/totp/setup',
        { token: owner.token },
      )
      return { token: owner.token, body: { methodId, code: codeOf(secret) }, status: 200 }
    },
    deleteMethod: async () => {
      const owner = await signUp()
      const { methodId } = await enrolTotp(owner)
      return { token: owner.token, params: { methodId }, status: 204 }
    },
    makeMethodPrimary: () => ({
      token: protectedMember.token,
      params: { methodId: totp.methodId },
      status: 200,
    }),
    listMethods: () => ({ token: protectedMember.token, status: 200 }),
    countBackupCodes: () => ({ token: protectedMember.token, status: 200 }),
    generateBackupCodes: () => ({ token: protectedMember.token, status: 409 }),
    regenerateBackupCodes: () => ({ token: protectedMember.token, status: 200 }),
    getJwks: () => ({ status: 200 }),
    listOutbox: () => ({ status: 200 }),
  }
}

const storefrontCalls = async (
  { call, signUp }: Scene,
  { token, workspaceId }: Owner,
): Promise<Record<string, Prepare>> => {
  const path = `/workspace/${workspaceId}/storefront`
  const slug = `shop-${newId()}`
  await call('storefront', `${path}/store`, {
    method: 'PUT',
    token,
    body: { slug, name: 'n'.repeat(200), isPublished: true },
  })
  // Quotes are escaped in JSON, so the reply is twice as long as the content.
  const content = `<p>${'"'.repeat(199_000)}</p>`
  for (let page = 0; page < 5; page += 1)
    await call('storefront', `${path}/content-pages`, {
      token,
      body: { type: 'custom', slug: `page-${page}`, title: 't'.repeat(200), content, status: 'active' },
    })
  for (let page = 5; page < 150; page += 1)
    await call('storefront', `${path}/content-pages`, {
      token,
      body: { type: 'custom', slug: `page-${page}`, title: 't'.repeat(200), content: 'x', status: 'active' },
    })
  const image = `https://a.example/${'x'.repeat(2000)}`
  const productIds: string[] = []
  let productSlug = ''
  for (let product = 0; product < 100; product += 1) {
    const made = await call<{ product: { id: string; slug: string } }>('storefront', `${path}/products`, {
      token,
      body: {
        name: `${product} ${'n'.repeat(190)}`,
        price: 1,
        description: '"'.repeat(20_000),
        images: Array.from({ length: 20 }, () => image),
        status: 'active',
      },
    })
    productIds.push(made.product.id)
    productSlug = made.product.slug
  }
  const customer = { name: 'c'.repeat(200), email: 'a@b.example', phone: '1'.repeat(40) }
  const order = { customer, items: productIds.map((productId) => ({ productId, quantity: 1 })) }
  const placed = await call<{ order: { id: string }; token: string }>(
    'storefront',
    `/public/storefront/stores/${slug}/orders`,
    { body: order },
  )
  const orderParams = { slug, orderId: placed.order.id }
  let updates = 0
  const newJob = async () =>
    (
      await call<{ job: { id: string } }>('storefront', `${path}/products/${productIds[0]}/marketing-posts`, {
        token,
      })
    ).job.id
  const jobId = await newJob()

  return {
    getPublicStore: () => ({ params: { slug }, status: 200 }),
    listPublicPages: () => ({ params: { slug }, status: 200 }),
    getPublicPage: () => ({ params: { slug, pageSlug: 'page-0' }, status: 200 }),
    listPublicProducts: () => ({ params: { slug }, query: { limit: '100', search: 'n' }, status: 200 }),
    getPublicProduct: () => ({ params: { slug, productSlug }, status: 200 }),
    createOrder: () => ({
      params: { slug },
      headers: { 'idempotency-key': newId() },
      body: order,
      status: 201,
    }),
    getPublicOrder: () => ({ params: orderParams, query: { token: placed.token }, status: 200 }),
    getShop: () => ({ params: { slug }, status: 200 }),
    getShopPage: () => ({ params: { slug, pageSlug: 'page-0' }, status: 200 }),
    getShopProduct: () => ({ params: { slug, productSlug }, status: 200 }),
    getShopOrder: () => ({ params: orderParams, query: { token: placed.token }, status: 200 }),
    getShopStyle: () => ({ params: { slug }, status: 200 }),
    createShopOrder: () => {
      const form = new URLSearchParams({ productId: productIds[0]!, quantity: '1', ...customer }).toString()
      return {
        params: { slug },
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `${form}&key=${randomBytes(32).toString('base64url')}&${'a=&'.repeat((64 * 1024 - form.length - 100) / 3)}`,
        status: 303,
      }
    },
    updateJobProgress: () => {
      updates += 1
      return {
        headers: { 'webhook-id': newId() },
        body: {
          jobId,
          status: 'processing',
          progress: updates % 100,
          step: 's'.repeat(500),
          message: 'm'.repeat(5000),
          meta: { text: `${updates}${'x'.repeat(64 * 1024 - 100)}` },
        },
        status: 200,
      }
    },
    createPage: async () => {
      const owner = await signUp()
      await call('storefront', `/workspace/${owner.workspaceId}/storefront/store`, {
        method: 'PUT',
        token: owner.token,
        body: { slug: `shop-${newId()}`, name: 'Shop' },
      })
      return {
        token: owner.token,
        params: { workspaceId: owner.workspaceId },
        headers: { 'idempotency-key': newId() },
        // Of the permitted contents, this one takes the most time to sanitize.
        body: JSON.stringify({ type: 'faq', title: 't'.repeat(200), content: '&amp;'.repeat(40_000) }),
        status: 201,
      }
    },
  }
}

const contestCalls = async (
  { call }: Scene,
  { token, workspaceId }: Owner,
): Promise<Record<string, Prepare>> => {
  const path = `/workspace/${workspaceId}/contests`
  const day = 24 * 3_600_000
  const options = Array.from({ length: 20 }, (_, index) => ({ id: `${index}`, label: 'x'.repeat(70) }))
  const { contest } = await call<{ contest: { id: string } }>('contests', path, {
    token,
    body: {
      title: 't'.repeat(200),
      description: 'd'.repeat(10_000),
      startsAt: new Date(Date.now() - day).toISOString(),
      endsAt: new Date(Date.now() + day).toISOString(),
      shuffle: true,
      questions: Array.from({ length: 120 }, () => ({ text: 'x', options, correctOptionId: '1', points: 1 })),
    },
  })
  const contestId = contest.id
  await call('contests', `${path}/${contestId}`, { method: 'PATCH', token, body: { status: 'published' } })
  type Started = { attempt: { id: string; questions: { id: string }[] }; token: string }
  const start = () =>
    call<Started>('contests', `/public/contests/${contestId}/attempts`, {
      body: { name: 'M', email: `${newId()}@a.example` },
    })
  const started = await start()
  let attempts = 0
  const attemptId = started.attempt.id
  for (const { id } of started.attempt.questions)
    await call('contests', `/public/contests/attempts/${attemptId}/answers/${id}`, {
      method: 'PUT',
      token: started.token,
      body: { optionId: '1' },
    })
  return {
    getPublicContest: () => ({ params: { contestId }, status: 200 }),
    startAttempt: () => ({
      params: { contestId },
      headers: { 'idempotency-key': newId() },
      body: {
        name: 'n'.repeat(200),
        email: `${newId()}@a.example`,
        phone: `+1415${String(5_550_000 + (attempts += 1))}`,
      },
      status: 201,
    }),
    getAttempt: () => ({ params: { attemptId }, token: started.token, status: 200 }),
    answerQuestion: () => ({
      params: { attemptId, questionId: started.attempt.questions[0]!.id },
      token: started.token,
      body: { optionId: '1' },
      status: 200,
    }),
    submitAttempt: async () => {
      const { attempt, token: own } = await start()
      return { params: { attemptId: attempt.id }, token: own, status: 200 }
    },
  }
}

const otherCalls = async (
  { call }: Scene,
  { token, workspaceId }: Owner,
  database: MongoClient,
): Promise<Record<string, Prepare>> => {
  const { role } = await call<{ role: { id: string } }>('identity', `/workspace/${workspaceId}/roles`, {
    token,
    body: { name: 'Stylist', permissions: ['sessions.view'] },
  })
  const { staff } = await call<{ staff: { id: string } }>('scheduling', `/workspace/${workspaceId}/staff`, {
    token,
    body: { name: 'n'.repeat(200), email: `${newId()}@staff.example`, roleId: role.id },
  })
  const { url } = await call<{ url: string }>(
    'scheduling',
    `/workspace/${workspaceId}/staff/${staff.id}/calendar-feed`,
    { token },
  )
  const calendarToken = url.split('/').at(-1)!.replace('.ics', '')
  const sessions = database.db('wp_scheduling').collection<{ _id: string }>(sessionCollection.name)
  const today = new Date().toISOString().slice(0, 10)
  const now = new Date()
  await sessions.insertMany(
    Array.from({ length: 5000 }, (_, index) => {
      const date = addDays(today, Math.floor(index / 20))
      const id = newId()
      return {
        _id: id,
        workspaceId,
        name: 'n'.repeat(200),
        clientId: newId(),
        clientName: 'c'.repeat(200),
        services: Array.from({ length: 10 }, () => ({ serviceId: newId(), name: 's'.repeat(200) })),
        staffId: staff.id,
        staffName: 'n'.repeat(200),
        date,
        ...toInterval(date, '09:00', 30),
        durationMinutes: 30,
        status: 'scheduled',
        questionCategory: null,
        fieldValues: '[]',
        valueKeys: [],
        uniqueKeys: [id],
        notes: [],
        attachments: [],
        invoice: null,
        createdAt: now,
        updatedAt: now,
      }
    }),
  )
  const anySession = (await sessions.findOne({ workspaceId } as object))!._id
  const design = `/workspace/${workspaceId}/labs/tests/1/design-result`
  await call('labs', design, { method: 'PUT', token, body: largestDesign })
  const words = Array.from({ length: 5000 }, (_, index) => `word${index}`)
  return {
    // A change in the last two seconds, so that the calendar is not cached.
    getCalendar: async () => {
      await sessions.updateOne({ _id: anySession }, { $set: { updatedAt: new Date() } })
      return { params: { token: calendarToken }, status: 200 }
    },
    evaluateDesignResult: () => ({
      token,
      params: { workspaceId, testId: '1' },
      body: JSON.stringify({ values: largestValues }),
      status: 200,
    }),
    listPublicPlans: () => ({ status: 200 }),
    listPublicBusinessCategories: () => ({ status: 200 }),
    receiveWebhook: () => {
      const start = JSON.stringify(words).slice(0, -1)
      return { body: `${start}${',[]'.repeat((1024 * 1024 - start.length - 10) / 3)}]`, status: 200 }
    },
    testWebhook: () => ({ headers: { 'x-a': words.join(' ').slice(0, 12_000) }, status: 200 }),
    getIndex: () => ({ status: 200 }),
    getHealth: () => ({ status: 200 }),
    getOpenApi: () => ({ status: 200 }),
    getReference: () => ({ status: 200 }),
    getErrorReference: () => ({ status: 200 }),
    getEventReference: () => ({ status: 200 }),
  }
}

import * as contests from '@wp/contests/contract'
import { allRoutes } from '@wp/gateway/contracts'
import { readRequests } from '@wp/gateway/documents'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { adminApi, newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import { Secret, TOTP } from 'otpauth'
import { requestVerified } from '../caller.ts'
import { recordsInPaths } from './records.ts'
import {
  newBookingPage,
  newCompletedLabTest,
  newContest,
  newFinalizedInvoice,
  newLabTest,
  newMember,
  newOrder,
  newProduct,
  newSessionField,
  newStaffField,
  newVariedProduct,
  openStore,
  type Scene,
} from './scene.ts'

/** What a request needs in addition to the example's body. */
export type Prepared = {
  params?: Record<string, string>
  query?: Record<string, string>
  token?: string
  /**
   * Replace the recorded values of these fields: ids, tokens and single-use codes, and past days. With a
   * list, each recorded value gets the next item.
   */
  values?: Record<string, string | readonly string[]>
}
type Body = Record<string, never> & { email: string; password: string }

const visitor = visitorApi(identity)
const nextWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
const totpCode = (secret: string, stepsAway = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + stepsAway * 30_000 })

const lastMessageTo = async (to: string) => (await visitor.listOutbox({ query: { to } })).body.messages[0]!

/** Creates an administrator with the password of the example and logs in. */
const newAdmin = async (password: string, email = `${uniqueName('admin')}@platform.example`) => {
  const { admin } = (
    await (await adminApi(identity)).createAdmin({ email, password, roles: ['super-admin'] })
  ).body
  const { body } = await visitor.adminLogin({ email, password })
  return { email, adminId: admin.id, token: 'token' in body ? body.token : '' }
}

/** Logs in and returns the id of the challenge for a second factor. */
const challengeIdOf = (body: object) => (body as { challenge: { id: string } }).challenge.id

const newPhone = () => `+1415555${String(Math.trunc(Math.random() * 9000) + 1000)}`

const withPhone = async ({ identity: api }: Scene) => {
  const phone = newPhone()
  const { challengeId } = (await api.startPhone({ phone })).body
  return { phone, challengeId, code: (await lastMessageTo(phone)).code! }
}

const bookedOnline = async (scene: Scene): Promise<Prepared> => {
  const { slug, serviceId } = await newBookingPage(scene)
  const booking = {
    serviceId,
    date: nextWeek(),
    startTime: '10:00',
    customer: { name: 'Mona', phone: '1234' },
  }
  const reply = await visitorApi(scheduling).createOnlineBooking({ params: { slug }, body: booking })
  const { booking: booked, token } = reply.body
  return { params: { bookingId: booked.id }, query: { token }, values: { date: nextWeek() } }
}

/** Operations that need more than the records named in their path and body. */
export const preparations: Record<string, (scene: Scene, body: Body) => Promise<Prepared>> = {
  acceptInvitation: async (scene) => {
    const { email } = await newMember(scene)
    return { values: { token: (await lastMessageTo(email)).token! } }
  },
  adminLogin: async (_, { email, password }) => {
    await newAdmin(password, email)
    return {}
  },
  amendTestResult: async (scene) => ({ params: await newCompletedLabTest(scene) }),
  answerQuestion: async (scene) => {
    const params = await newContest(scene)
    const body = { name: 'Mona', email: `${uniqueName('p')}@shop.example` }
    const { attempt, token } = (await visitorApi(contests).startAttempt({ params, body })).body
    return { params: { attemptId: attempt.id, questionId: attempt.questions[0]!.id }, token }
  },
  confirmAdminTotp: async () => {
    const { token } = await newAdmin('a-long-admin-password')
    const { secret } = (await visitor.setUpAdminTotp({ token })).body
    return { token, values: { code: totpCode(secret) } }
  },
  confirmTotp: async ({ identity: api }) => {
    const { secret, methodId } = (await api.setUpTotp()).body
    return { values: { code: totpCode(secret), methodId } }
  },
  createOnlineBooking: async (scene) => {
    const { slug, serviceId } = await newBookingPage(scene)
    return { params: { slug }, values: { date: nextWeek(), serviceId } }
  },
  createOrder: async (scene) => {
    const slug = await openStore(scene)
    const { productId, variantIds } = await newVariedProduct(scene)
    return { params: { slug }, values: { productId, variantId: variantIds } }
  },
  createTest: async ({ labs }) => {
    const coupon = { couponTitle: 'Spring', couponType: 'currency', couponValue: 5 } as const
    await labs.createLabCoupon({ ...coupon, couponCode: 'SPRING', couponStatus: 'active' })
    return {}
  },
  evaluateDesignResult: async ({ labs }) => {
    const params = { testId: '1' }
    const rows = ['Total cholesterol', 'HDL'].map((label) => ({ label, kind: 'numeric' as const }))
    await labs.putDesignResult({ params, body: { sections: [{ title: 'Lipids', rows }] } })
    return { params }
  },
  interpretResult: async (scene) => {
    const params = await newLabTest(scene)
    await scene.labs.setTestResult({ params, body: { resultValueNumeric: 85 } })
    return { params }
  },
  login: async (_, { email }) => {
    const { workspaceId } = await newWorkspace({}, { email: email.toLowerCase() })
    return { values: { workspaceId } }
  },
  payInvoice: async (scene) => {
    const { sessionId, invoiceId } = await newFinalizedInvoice(scene)
    return { params: { invoiceId }, values: { sessionId } }
  },
  putDesignResult: async () => ({ params: { testId: '1' } }),
  reauthenticate: async (_, { password }) => ({ token: (await newAdmin(password)).token }),
  refresh: async ({ refreshToken }) => ({ values: { refreshToken } }),
  refundInvoice: async (scene) => {
    const params = await newFinalizedInvoice(scene)
    await scene.pos.payInvoice({ params, body: { method: 'cash', amount: 25 } })
    return { params }
  },
  refundOrder: async (scene) => {
    const { orderId, itemId } = await newOrder(scene)
    for (const status of ['confirmed', 'fulfilled'] as const)
      await scene.storefront.setOrderStatus({ params: { orderId }, body: { status } })
    return { params: { orderId }, values: { itemId } }
  },
  rescheduleOnlineBooking: bookedOnline,
  resetPassword: async ({ email }) => {
    await visitor.forgetPassword({ email })
    return { values: { token: (await lastMessageTo(email)).token! } }
  },
  sendInvoice: async (scene) => ({ params: await newFinalizedInvoice(scene) }),
  sendLoginCode: async (scene) => {
    const { challengeId, code } = await withPhone(scene)
    await scene.identity.verifyPhone({ challengeId, code })
    const { email, password } = scene
    return { values: { challengeId: challengeIdOf((await visitor.login({ email, password })).body) } }
  },
  sendTestReport: async (scene) => ({ params: await newCompletedLabTest(scene) }),
  updateAdmin: async () => ({ params: { adminId: (await newAdmin('a-long-admin-password')).adminId } }),
  // The example's end must be after the start of the contest.
  updateContest: async ({ contests: api }) => {
    const options = ['a', 'b'].map((id) => ({ id, label: id }))
    const questions = [{ text: 'First', options, correctOptionId: 'a', points: 1 }]
    const times = { startsAt: '2026-11-01T09:00:00Z', endsAt: '2026-11-02T09:00:00Z' }
    const { contest } = (await api.createContest({ title: 'Quiz', questions, ...times })).body
    return { params: { contestId: contest.id } }
  },
  updateJobProgress: async (scene) => {
    await openStore(scene)
    const params = { productId: await newProduct(scene) }
    return { values: { jobId: (await scene.storefront.createMarketingPost({ params })).body.job.id } }
  },
  updateProduct: async (scene) => {
    await openStore(scene)
    const { productId, variantIds } = await newVariedProduct(scene)
    return { params: { productId }, values: { id: variantIds } }
  },
  updateSessionField: async (scene) => ({ params: { fieldId: await newSessionField(scene) } }),
  updateStaffField: async (scene) => ({ params: { fieldId: await newStaffField(scene) } }),
  verifyAdminLogin: async () => {
    const password = 'a-long-admin-password'
    const { token, email } = await newAdmin(password)
    const { secret } = (await visitor.setUpAdminTotp({ token })).body
    await visitor.confirmAdminTotp({ token, body: { code: totpCode(secret) } })
    const challengeId = challengeIdOf((await visitor.adminLogin({ email, password })).body)
    return { values: { challengeId, code: totpCode(secret, 1) } }
  },
  verifyEmail: async ({ email }) => ({ values: { token: (await lastMessageTo(email)).token! } }),
  verifyLogin: async ({ identity: api, email, password }) => {
    const { secret, methodId } = (await api.setUpTotp()).body
    await api.confirmTotp({ code: totpCode(secret), methodId })
    const challengeId = challengeIdOf((await visitor.login({ email, password })).body)
    return { values: { challengeId, methodId, code: totpCode(secret, 1) } }
  },
  verifyPhone: async (scene) => {
    const { challengeId, code } = await withPhone(scene)
    return { values: { challengeId, code } }
  },
}

/** Services whose other operations first need a record. */
const firstRecord: Record<string, (scene: Scene) => Promise<unknown>> = { storefront: openStore }

/**
 * Creates the record that the last parameter of a path names with the example of the operation that creates such
 * records: a POST to the path before the parameter, without other ids.
 */
const createByExample = async (
  scene: Scene,
  path: string,
  parameter: string,
): Promise<Record<string, string>> => {
  const folder = path.slice(0, path.indexOf(`/:${parameter}`))
  const found = (await allRoutes()).find(({ route }) => route.method === 'POST' && route.path === folder)
  if (!found) throw new Error(`records.ts creates no record for the parameter ${parameter} of ${path}`)
  const { route } = found
  const { body } = await requestVerified(route, {
    params: { workspaceId: scene.workspaceId },
    headers: { authorization: `Bearer ${scene.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(readRequests()[route.id]?.body),
  })
  const [record] = Object.values(body as Record<string, { id: string }>)
  return { [parameter]: record!.id }
}

/** Creates the records named in an operation's path. */
export const prepare = async (
  scene: Scene,
  { service, id, path }: { service: string; id: string; path: string },
  body: unknown,
): Promise<Prepared> => {
  const special = preparations[id]
  if (special) return special(scene, body as Body)
  const last = path.match(/:\w+/g)?.at(-1)?.slice(1) ?? 'workspaceId'
  if (last === 'workspaceId') {
    await firstRecord[service]?.(scene)
    return {}
  }
  const inPath = recordsInPaths[`${service}.${last}`]
  return { params: inPath ? await inPath(scene) : await createByExample(scene, path, last) }
}

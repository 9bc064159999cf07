import * as contests from '@wp/contests/contract'
import * as finance from '@wp/finance/contract'
import { allRoutes } from '@wp/gateway/contracts'
import { idempotencyOf } from '@wp/http'
import * as identity from '@wp/identity/contract'
import { newId } from '@wp/kernel'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import {
  apiOf,
  encodedPngForm,
  eventually,
  forgetReply,
  listEvents,
  newWorkspace,
  openTestDatabase,
  platform,
  uniqueName,
  visitorApi,
} from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { exceptions } from './idempotency-exceptions.ts'

// A caller whose connection is cut after the commit repeats the request: there must be one effect, and the same answer.

type Reply = { status: number; body: unknown }
type Call = (headers: Record<string, string>) => Promise<Reply>
type Scene = Awaited<ReturnType<typeof newScene>>

const newScene = async () => {
  const workspace = await newWorkspace({}, { planSlug: 'pro' })
  return {
    workspaceId: workspace.workspaceId,
    finance: workspace.use(finance),
    identity: workspace.use(identity),
    labs: workspace.use(labs),
    pos: workspace.use(pos),
    scheduling: workspace.use(scheduling),
    storefront: workspace.use(storefront),
    contests: workspace.use(contests),
  }
}

const newClient = async ({ scheduling }: Scene) =>
  (await scheduling.createClient({ name: 'Mona Said', gender: 'female', dateOfBirth: '1990-05-20' })).body
    .client.id

const newSession = async (scene: Scene) => {
  const { service } = (
    await scene.scheduling.createService({ name: 'Cut', durationMinutes: 30, price: 12.5 })
  ).body
  const booking = { name: 'Visit', clientId: await newClient(scene), serviceIds: [service.id] }
  const { session } = (
    await scene.scheduling.createSession({ ...booking, date: '2027-03-10', startTime: '09:00' })
  ).body
  return { sessionId: session.id }
}

/** Books online a week from today, in a workspace without staff. */
const newOnlineBooking = async ({ scheduling: api }: Scene) => {
  const { service } = (await api.createService({ name: 'Cut', durationMinutes: 30 })).body
  const slug = uniqueName('book-')
  await api.putBookingPage({ slug, isEnabled: true, leadMinutes: 0, changeUntilMinutes: 0 })
  const visitor = visitorApi(scheduling)
  const date = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const body = {
    serviceId: service.id,
    date,
    startTime: '10:00',
    customer: { name: 'Mona', phone: '123456' },
  }
  const { booking, token } = (await visitor.createOnlineBooking({ params: { slug }, body })).body
  return { visitor, params: { bookingId: booking.id }, query: { token }, date }
}

const newAnalysis = async ({ labs }: Scene) =>
  (await labs.createAnalysis({ testName: 'Glucose', price: 12.5 })).body.analysis.id

const newLabTest = async (scene: Scene) => {
  const analysisIds = [await newAnalysis(scene)]
  const body = { clientId: await newClient(scene), testDate: '2027-03-10', analysisIds }
  return { testId: (await scene.labs.createTest(body)).body.test.id }
}

const newUnit = async ({ labs }: Scene) =>
  (await labs.createLabUnit({ labUnitTitle: 'mg/dl' })).body.labUnit.id

const openTill = async ({ pos }: Scene) =>
  (await pos.openTillSession({ register: uniqueName('r'), openingFloat: 0 })).body.session.id

const newRule = async ({ finance }: Scene) => {
  const rule = { title: 'Hosting', amount: 9.99, frequency: 'daily', startDate: '2026-01-01' } as const
  return { ruleId: (await finance.createRecurringExpenseRule(rule)).body.rule.id }
}

/** Operations that take a key but cannot store their reply in the transaction of their work. */
const sagas: Record<string, { service: string; prepare: (scene: Scene) => Promise<Call> }> = {
  createStaff: {
    service: 'scheduling',
    prepare: async ({ identity, scheduling }) => {
      const { role } = (await identity.createRole({ name: uniqueName('R'), permissions: ['sessions.view'] }))
        .body
      const body = { name: 'Mona', email: `${uniqueName('staff')}@shop.example`, roleId: role.id }
      return (headers) => scheduling.createStaff({ body, headers })
    },
  },
  createSessionInvoice: {
    service: 'scheduling',
    prepare: async (scene) => {
      const params = await newSession(scene)
      return (headers) => scene.scheduling.createSessionInvoice({ params, headers })
    },
  },
  createTestInvoice: {
    service: 'labs',
    prepare: async (scene) => {
      const params = await newLabTest(scene)
      return (headers) => scene.labs.createTestInvoice({ params, headers })
    },
  },
  createTestIncome: {
    service: 'labs',
    prepare: async (scene) => {
      const params = await newLabTest(scene)
      return (headers) => scene.labs.createTestIncome({ params, headers })
    },
  },
  finalizeInvoice: {
    service: 'pos',
    prepare: async (scene) => {
      const items = [{ name: 'Vase', quantity: 2, unitPrice: 12.5 }]
      const { invoice } = (await scene.pos.createInvoice({ sessionId: await openTill(scene), items })).body
      return (headers) => scene.pos.finalizeInvoice({ params: { invoiceId: invoice.id }, headers })
    },
  },
}

/** The bytes of a form are the same for each request, as a repeated Idempotency-Key requires. */
const csvForm = (text: string) => ({
  body: Buffer.from(
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${text}\r\n--b--\r\n`,
  ),
  headers: { 'content-type': 'multipart/form-data; boundary=b' },
})

/** Operations that store a file before the transaction of their work. */
const uploads: Record<string, { service: string; prepare: (scene: Scene) => Promise<Call> }> = {
  createReceipt: {
    service: 'finance',
    prepare:
      async ({ finance }) =>
      (headers) =>
        finance.createReceipt.raw({
          headers: { ...headers, ...encodedPngForm.headers },
          body: encodedPngForm.body,
        }),
  },
  createImage: {
    service: 'storefront',
    prepare:
      async ({ storefront }) =>
      (headers) =>
        storefront.createImage.raw({
          headers: { ...headers, ...encodedPngForm.headers },
          body: encodedPngForm.body,
        }),
  },
  createSessionAttachment: {
    service: 'scheduling',
    prepare: async (scene) => {
      const params = await newSession(scene)
      return (headers) =>
        scene.scheduling.createSessionAttachment.raw({
          params,
          headers: { ...headers, ...encodedPngForm.headers },
          body: encodedPngForm.body,
        })
    },
  },
  importClients: {
    service: 'scheduling',
    prepare: async ({ scheduling }) => {
      const { body, headers: type } = csvForm('name\nMona\n')
      return (headers) => scheduling.importClients.raw({ headers: { ...headers, ...type }, body })
    },
  },
  importServices: {
    service: 'scheduling',
    prepare: async ({ scheduling }) => {
      const { body, headers: type } = csvForm('name\nCut\n')
      return (headers) => scheduling.importServices.raw({ headers: { ...headers, ...type }, body })
    },
  },
  importProducts: {
    service: 'storefront',
    prepare: async ({ storefront }) => {
      await storefront.putStore({ slug: uniqueName('shop-'), name: 'Blue Moon' })
      const { body, headers: type } = csvForm('name,price\nVase,12.5\n')
      return (headers) => storefront.importProducts.raw({ headers: { ...headers, ...type }, body })
    },
  },
}

/** Operations without a key that set a state. */
const states: Record<string, { service: string; prepare: (scene: Scene) => Promise<Call> }> = {
  cancelOnlineBooking: {
    service: 'scheduling',
    prepare: async (scene) => {
      const { visitor, params, query } = await newOnlineBooking(scene)
      return () => visitor.cancelOnlineBooking({ params, query })
    },
  },
  rescheduleOnlineBooking: {
    service: 'scheduling',
    prepare: async (scene) => {
      const { visitor, params, query, date } = await newOnlineBooking(scene)
      return () => visitor.rescheduleOnlineBooking({ params, query, body: { date, startTime: '11:00' } })
    },
  },
  closeTillSession: {
    service: 'pos',
    prepare: async (scene) => {
      const params = { sessionId: await openTill(scene) }
      return () => scene.pos.closeTillSession({ params, body: { closingCount: 0 } })
    },
  },
  completeTest: {
    service: 'labs',
    prepare: async (scene) => {
      const params = await newLabTest(scene)
      const { test } = (await scene.labs.getTest({ params })).body
      await scene.labs.setTestResult({
        params: { ...params, itemId: test.items[0]!.id },
        body: { resultValueNumeric: 5 },
      })
      return () => scene.labs.completeTest({ params })
    },
  },
  deactivateAnalysis: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { analysisId: await newAnalysis(scene) }
      return () => scene.labs.deactivateAnalysis({ params })
    },
  },
  restoreAnalysis: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { analysisId: await newAnalysis(scene) }
      await scene.labs.deactivateAnalysis({ params })
      return () => scene.labs.restoreAnalysis({ params })
    },
  },
  deactivateLabUnit: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { labUnitId: await newUnit(scene) }
      return () => scene.labs.deactivateLabUnit({ params })
    },
  },
  restoreLabUnit: {
    service: 'labs',
    prepare: async (scene) => {
      const params = { labUnitId: await newUnit(scene) }
      await scene.labs.deactivateLabUnit({ params })
      return () => scene.labs.restoreLabUnit({ params })
    },
  },
  pauseRecurringExpenseRule: {
    service: 'finance',
    prepare: async (scene) => {
      const params = await newRule(scene)
      return () => scene.finance.pauseRecurringExpenseRule({ params })
    },
  },
  resumeRecurringExpenseRule: {
    service: 'finance',
    prepare: async (scene) => {
      const params = await newRule(scene)
      await scene.finance.pauseRecurringExpenseRule({ params })
      return () => scene.finance.resumeRecurringExpenseRule({ params })
    },
  },
  skipRecurringExpenseOccurrence: {
    service: 'finance',
    prepare: async (scene) => {
      await newRule(scene)
      const { occurrences } = (await scene.finance.listRecurringExpenseOccurrences()).body
      const params = { occurrenceId: occurrences[0]!.id }
      return () => scene.finance.skipRecurringExpenseOccurrence({ params })
    },
  },
  setSessionStatus: {
    service: 'scheduling',
    prepare: async (scene) => {
      const params = await newSession(scene)
      return () => scene.scheduling.setSessionStatus({ params, body: { status: 'in-progress' } })
    },
  },
  submitAttempt: {
    service: 'contests',
    prepare: async (scene) => {
      const options = ['a', 'b'].map((id) => ({ id, label: id }))
      const quiz = {
        title: 'Quiz',
        startsAt: new Date(Date.now() - 3_600_000).toISOString(),
        endsAt: new Date(Date.now() + 3_600_000).toISOString(),
        questions: [{ text: 'First', options, correctOptionId: 'a', points: 1 }],
      }
      const params = { contestId: (await scene.contests.createContest(quiz)).body.contest.id }
      await scene.contests.updateContest({ params, body: { status: 'published' } })
      const body = { name: 'Mona', email: `${uniqueName('p')}@shop.example` }
      const baseUrl = `${platform().gatewayUrl}/v1`
      const { attempt, token } = (await apiOf(contests, { baseUrl }).startAttempt({ params, body })).body
      const participant = apiOf(contests, { baseUrl, token, params: { attemptId: attempt.id } })
      return () => participant.submitAttempt()
    },
  },
}

/** Operations that set a state but are repeated in other tests. */
const testedElsewhere = ['changePassword', 'confirmBookingContact', 'logout', 'verifyDomain']

describe('a request whose reply was lost', () => {
  const rows = (cases: typeof sagas) => Object.entries(cases).map(([id, row]) => [id, row] as const)

  it.each(rows(sagas))(
    '%s has one effect and the same reply after a crash',
    async (_, { service, prepare }) => {
      const scene = await newScene()
      const call = await prepare(scene)
      const db = await openTestDatabase(`wp_${service}`)
      try {
        const key = newId()
        const headers = { 'idempotency-key': key }
        const first = await call(headers)
        expect(first.status).toBeLessThan(300)
        const events = await listEvents(`wp_${service}`, scene.workspaceId)
        await forgetReply(db, scene.workspaceId, key)
        const again = await eventually(async () => {
          const reply = await call(headers)
          expect(reply.status).toBeLessThan(300)
          return reply
        })
        expect(again.body).toEqual(first.body)
        expect(await listEvents(`wp_${service}`, scene.workspaceId)).toEqual(events)
      } finally {
        await db.close()
      }
    },
  )

  it.each(rows(uploads))(
    '%s returns the same reply when it is repeated with its key',
    async (_, { prepare }) => {
      const scene = await newScene()
      const call = await prepare(scene)
      const headers = { 'idempotency-key': newId() }
      const first = await call(headers)
      expect([201, 202]).toContain(first.status)
      expect((await call(headers)).body).toEqual(first.body)
    },
  )

  it.each(rows(states))('%s has one effect without a key', async (_, { service, prepare }) => {
    const scene = await newScene()
    const call = await prepare(scene)
    const first = await call({})
    expect(first.status).toBeLessThan(300)
    const events = await listEvents(`wp_${service}`, scene.workspaceId)
    const again = await call({})
    const isRejected = [409, 422].includes(again.status)
    expect(isRejected ? 'rejected' : again.body).toEqual(isRejected ? 'rejected' : first.body)
    expect(await listEvents(`wp_${service}`, scene.workspaceId)).toEqual(events)
  })

  it('is tested for every operation that is a saga, stores a file, or sets a state without a key', async () => {
    const posts = (await allRoutes()).map(({ route }) => route).filter(({ method }) => method === 'POST')
    const idsOf = (matches: (route: (typeof posts)[number]) => boolean) =>
      posts.filter(matches).map(({ id }) => id)
    expect(Object.keys(sagas).toSorted()).toEqual(
      idsOf((route) => idempotencyOf(route) === 'saga').toSorted(),
    )
    expect(Object.keys(uploads).toSorted()).toEqual(idsOf(({ upload }) => upload !== undefined).toSorted())
    const stateful = exceptions['sets a state, so that a repetition changes nothing or is rejected']!
    expect([...Object.keys(states), ...testedElsewhere].toSorted()).toEqual(stateful.toSorted())
  })
})

import * as billing from '@wp/admin-billing/contract'
import * as contests from '@wp/contests/contract'
import * as finance from '@wp/finance/contract'
import * as identity from '@wp/identity/contract'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { apiOf, newWorkspace, platform, tcpProxy, uniqueName } from '@wp/testing'

export type Reply = { status: number; body: unknown }
export type Call = (headers: Record<string, string>) => Promise<Reply>
export type Scene = Awaited<ReturnType<typeof newScene>>
/**
 * `mayReject` means that a repetition is rejected with 409 or 422 because the state is already set;
 * `runsLater` means that a job does the work, so that its events can appear at any time.
 */
export type Row = {
  service: string
  prepare: (scene: Scene) => Promise<Call>
  mayReject?: true
  runsLater?: true
}

/** Creates a workspace whose calls go through a proxy, which can lose the gateway's replies. */
export const newScene = async () => {
  const proxy = await tcpProxy(new URL(platform().gatewayUrl).host)
  const baseUrl = `http://${proxy.address}/v1`
  const workspace = await newWorkspace({}, { planSlug: 'pro' })
  const { token, workspaceId } = workspace
  const use = <const C extends object>(contract: C) =>
    apiOf(contract, { baseUrl, token, params: { workspaceId } })
  return {
    workspaceId,
    baseUrl,
    finance: use(finance),
    identity: use(identity),
    labs: use(labs),
    pos: use(pos),
    scheduling: use(scheduling),
    storefront: use(storefront),
    contests: use(contests),
    visitorOf: <const C extends object>(contract: C) => apiOf(contract, { baseUrl }),
    storageUsed: async () => (await workspace.use(billing).getOwnStorage()).body.storage.usedBytes,
    /** Makes a call whose reply is lost: the gateway has sent it, but the caller sees a closed connection. */
    loseReply: async (call: () => Promise<Reply>): Promise<void> => {
      const lost = proxy.loseNextReply()
      const outcome = await call().then(
        ({ status }) => `reply ${status}`,
        () => 'cut',
      )
      if (outcome !== 'cut') throw new Error(`The reply was not lost: ${outcome}`)
      await lost
    },
    close: () => proxy.close(),
  }
}

export const newClient = async ({ scheduling }: Scene) =>
  (await scheduling.createClient({ name: 'Mona Said', gender: 'female', dateOfBirth: '1990-05-20' })).body
    .client.id

export const newSession = async (scene: Scene) => {
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
export const newOnlineBooking = async ({ scheduling: api, visitorOf }: Scene) => {
  const { service } = (await api.createService({ name: 'Cut', durationMinutes: 30 })).body
  const slug = uniqueName('book-')
  await api.putBookingPage({ slug, isEnabled: true, leadMinutes: 0, changeUntilMinutes: 0 })
  const visitor = visitorOf(scheduling)
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

export const newAnalysis = async ({ labs }: Scene) =>
  (await labs.createAnalysis({ testName: 'Glucose', price: 12.5 })).body.analysis.id

export const newLabTest = async (scene: Scene) => {
  const analysisIds = [await newAnalysis(scene)]
  const body = { clientId: await newClient(scene), testDate: '2027-03-10', analysisIds }
  return { testId: (await scene.labs.createTest(body)).body.test.id }
}

export const newUnit = async ({ labs }: Scene) =>
  (await labs.createLabUnit({ labUnitTitle: 'mg/dl' })).body.labUnit.id

export const openTill = async ({ pos }: Scene) =>
  (await pos.openTillSession({ register: uniqueName('r'), openingFloat: 0 })).body.session.id

export const newRule = async ({ finance }: Scene) => {
  const rule = { title: 'Hosting', amount: 9.99, frequency: 'daily', startDate: '2026-01-01' } as const
  return { ruleId: (await finance.createRecurringExpenseRule(rule)).body.rule.id }
}

import { randomBytes } from 'node:crypto'
import { addDays, newId } from '@wp/kernel'
import type { Platform } from '@wp/local-platform'
import type { MongoClient } from 'mongodb'
import { sessionCollection } from '../../../services/scheduling/src/sessions/session.store.ts'
import { toInterval } from '../../../services/scheduling/src/sessions/session.rules.ts'
import type { Prepare } from './cost-calls.ts'
import { openScene } from './cost-scene.ts'
import type { Owner, Scene } from './cost-scene.ts'
import { identityCalls } from './identity-calls.ts'
import { largestDesign, largestValues } from './largest-design.ts'
import { bookingCalls } from './booking-calls.ts'
import { storefrontCalls } from './storefront-calls.ts'

/** Returns how to call each operation with the largest permitted input, on the largest permitted records. */
export const prepareLargestCalls = async (
  platform: Platform,
  database: MongoClient,
): Promise<Record<string, Prepare>> => {
  const scene = openScene(platform)
  const owner = await scene.signUp()
  return {
    ...(await identityCalls(scene)),
    ...(await storefrontCalls(scene, owner)),
    ...(await bookingCalls(scene, database)),
    ...(await contestCalls(scene, owner)),
    ...(await otherCalls(scene, owner, database)),
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
      publicLeaderboard: true,
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
  const cookie = `wp_attempt=${attemptId}.${started.token}`
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const { id } of started.attempt.questions)
    await call('contests', `/public/contests/attempts/${attemptId}/answers/${id}`, {
      method: 'PUT',
      token: started.token,
      body: { optionId: '1' },
    })
  return {
    getPublicContest: () => ({ params: { contestId }, status: 200 }),
    getPublicLeaderboard: () => ({ params: { contestId }, query: { limit: '100' }, status: 200 }),
    getContestSite: () => ({ params: { contestId }, headers: { cookie }, status: 200 }),
    getContestSiteStyle: () => ({ params: { contestId }, status: 200 }),
    getContestSiteScript: () => ({ params: { contestId }, status: 200 }),
    getAttemptSite: () => ({
      params: { contestId },
      headers: { cookie },
      query: { question: '1' },
      status: 200,
    }),
    submitStartForm: () => ({
      params: { contestId },
      headers: form,
      body: new URLSearchParams({
        key: randomBytes(32).toString('base64url'),
        name: 'n'.repeat(200),
        email: `${newId()}@a.example`,
      }).toString(),
      status: 303,
    }),
    submitAnswerForm: () => ({
      params: { contestId },
      headers: { ...form, cookie },
      body: new URLSearchParams({ questionId: started.attempt.questions[0]!.id, optionId: '1' }).toString(),
      status: 303,
    }),
    submitSheetForm: async () => {
      const { attempt, token: own } = await start()
      return {
        params: { contestId },
        headers: { ...form, cookie: `wp_attempt=${attempt.id}.${own}` },
        body: '',
        status: 303,
      }
    },
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
    getPublicReport: () => ({ params: { token: 'x'.repeat(43) }, status: 404 }),
    openPublicReport: () => ({ params: { token: 'x'.repeat(43) }, body: 'a=&'.repeat(1300), status: 404 }),
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

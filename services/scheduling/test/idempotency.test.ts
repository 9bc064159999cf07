import { encodedPngForm, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { bookable, newMember, newSalon } from './salon.ts'

type Reply = { status: number; body: unknown; headers: Headers }
type Send = (headers: Record<string, string>) => Promise<Reply>

const scene = (async () => {
  const salon = await newSalon()
  const { api, workspaceId } = salon
  const { booking } = await bookable(salon)
  const sessionParams = { sessionId: (await api.createSession(booking)).body.session.id }
  const mona = await newMember(salon)
  const { task } = (await api.createTask({ title: 'Sweep', staffId: mona.id })).body
  const comment = {
    authorId: workspaceId,
    authorType: 'workspace',
    authorName: 'Owner',
    body: 'Thanks',
  } as const
  const calls: Record<string, Send> = {
    createService: (headers) => api.createService({ headers, body: { name: 'Cut' } }),
    createClient: (headers) => api.createClient({ headers, body: { name: 'Ali' } }),
    createHoliday: (headers) => api.createHoliday({ headers, body: { name: 'Eid', date: '2027-03-10' } }),
    createTask: (headers) => api.createTask({ headers, body: { title: 'Sweep' } }),
    createSession: (headers) => api.createSession({ headers, body: booking }),
    createSessionNote: (headers) =>
      api.createSessionNote({ headers, params: sessionParams, body: { body: 'Likes tea' } }),
    createSessionAttachment: (headers) =>
      api.createSessionAttachment.raw({
        headers: { ...headers, ...encodedPngForm.headers },
        params: sessionParams,
        body: encodedPngForm.body,
      }),
    createComment: (headers) => api.createComment({ headers, params: { taskId: task.id }, body: comment }),
    createTaskComment: (headers) =>
      api.createTaskComment({ headers, params: { staffId: mona.id, taskId: task.id }, body: comment }),
  }
  return calls
})()

/** Repeats concurrent requests until one gets 409 because another is still running. */
const untilOneIsEarly = async (send: Send): Promise<Reply[]> => {
  for (let round = 0; round < 20; round += 1) {
    const headers = { 'idempotency-key': uniqueName('key-') }
    const replies = await Promise.all(Array.from({ length: 6 }, () => send(headers)))
    if (replies.some(({ status }) => status === 409)) return replies
  }
  throw new Error('no request arrived while another one was running')
}

describe('Idempotency-Key', () => {
  it.each([
    'createService',
    'createClient',
    'createHoliday',
    'createTask',
    'createSession',
    'createSessionNote',
    'createSessionAttachment',
    'createComment',
    'createTaskComment',
  ])(
    'applies concurrent requests to %s once and returns the same reply, or 409 while the first request is running',
    async (name) => {
      const replies = await untilOneIsEarly((await scene)[name]!)
      const made = replies.filter(({ status }) => status === 201)
      expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1)
      for (const early of replies.filter(({ status }) => status !== 201))
        expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
    },
  )
})

import { memoize, newStaff, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { at, newQuiz, start, visitor } from './quiz.ts'

/** Shared by tests whose requests are all rejected. */
const untouched = memoize(() => newWorkspace(contract))

const question = {
  text: 'أي مدينة هي عاصمة مصر؟',
  options: [
    { id: 'a', label: 'القاهرة' },
    { id: 'b', label: 'الإسكندرية' },
  ],
  correctOptionId: 'a',
}
const quiz = {
  title: 'Quiz',
  startsAt: '2027-03-01T10:00:00+02:00',
  endsAt: '2027-03-02T10:00:00Z',
  questions: [question],
}

describe('/workspace/:workspaceId/contests', () => {
  it('creates a draft with generated question ids and UTC times', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { status, body } = await api.createContest(quiz)
    expect(status).toBe(201)
    expect(body.contest).toMatchObject({
      workspaceId,
      title: 'Quiz',
      description: null,
      startsAt: '2027-03-01T08:00:00.000Z',
      endsAt: '2027-03-02T10:00:00.000Z',
      durationMinutes: null,
      shuffle: false,
      status: 'draft',
      questions: [{ ...question, points: 1, id: expect.stringMatching(/^[0-9a-f]{24}$/) }],
    })
    expect((await api.listContests()).body.contests).toEqual([body.contest])
  })

  it('returns 403 to staff, even with store.manage and workspace.manage', async () => {
    const workspace = await newWorkspace(contract)
    const staff = await newStaff(workspace, ['store.manage', 'workspace.manage'], contract)
    expect(await staff.api.listContests()).toFailWith(403, 'FORBIDDEN')
    expect(await staff.api.createContest(quiz)).toFailWith(403, 'FORBIDDEN')
  })

  it.each([
    ['an end before the start', { endsAt: '2027-02-01T00:00:00Z' }, 'endsAt'],
    [
      'a correct answer that is not an option',
      { questions: [{ ...question, correctOptionId: 'c' }] },
      'questions.0.correctOptionId',
    ],
    [
      'two options with the same id',
      { questions: [{ ...question, options: [question.options[0], question.options[0]] }] },
      'questions.0.options',
    ],
    [
      'a single option',
      { questions: [{ ...question, options: [question.options[0]] }] },
      'questions.0.options',
    ],
    [
      'questions of more than 256 KiB',
      { questions: Array.from({ length: 140 }, () => ({ ...question, text: 'x'.repeat(1900) })) },
      'questions',
    ],
  ])('returns 422 for a contest with %s', async (_, change, path) => {
    const { api } = await newWorkspace(contract)
    expect(await api.createContest.raw({ body: { ...quiz, ...change } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path },
    )
  })

  it('returns 400 for a start time without a time zone', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.createContest({ ...quiz, startsAt: '2027-03-01T10:00:00' })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })

  it.each([
    '0000-01-01T00:00:00Z',
    '1899-12-31T23:59:59Z',
    '9999-12-31T23:30:00-01:00',
    '3000-01-01T00:00:00Z',
  ])('returns 400 for the time %s, which is outside the years 1900 to 2999', async (time) => {
    const { api } = await untouched()
    for (const change of [{ startsAt: time }, { endsAt: time }])
      expect(await api.createContest({ ...quiz, ...change })).toFailWith(400, 'INVALID_REQUEST')
    expect((await api.listContests()).status).toBe(200)
  })

  it('creates one contest for concurrent requests with one Idempotency-Key, and returns 422 for the key with another body', async () => {
    const { api } = await newWorkspace(contract)
    const headers = { 'idempotency-key': 'quiz-1' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.createContest({ body: quiz, headers })),
    )
    for (const reply of replies) expect(reply.status).toBeOneOf([201, 409])
    expect((await api.listContests()).body.contests).toHaveLength(1)
    expect(await api.createContest({ body: { ...quiz, title: 'Other' }, headers })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
  })

  it('updates a draft, and once it is published accepts a new end time and description but rejects new questions', async () => {
    const { api } = await newWorkspace(contract)
    const { contest } = (await api.createContest(quiz)).body
    const params = { contestId: contest.id }
    const changed = await api.updateContest({ params, body: { title: 'Grand quiz', shuffle: true } })
    expect(changed.body.contest).toMatchObject({ title: 'Grand quiz', shuffle: true, status: 'draft' })
    expect((await api.getContest({ params })).body).toEqual(changed.body)
    const published = await api.updateContest({ params, body: { status: 'published' } })
    expect(published.body.contest.status).toBe('published')
    const refused = await api.updateContest({ params, body: { questions: [] } })
    expect(refused).toFailWith(422, 'VALIDATION_FAILED', { path: 'questions' })
    const later = '2027-03-03T10:00:00.000Z'
    const prolonged = await api.updateContest({
      params,
      body: { endsAt: later, description: 'One more day' },
    })
    expect(prolonged.body.contest).toMatchObject({ endsAt: later, description: 'One more day' })
    const tooEarly = await api.updateContest({ params, body: { endsAt: '2027-01-01T00:00:00Z' } })
    expect(tooEarly).toFailWith(422, 'VALIDATION_FAILED', { path: 'endsAt' })
    expect(await api.updateContest({ params, body: { status: 'draft' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect((await api.getContest({ params })).body).toEqual(prolonged.body)
  })

  it('rejects publishing a contest without questions', async () => {
    const { api } = await newWorkspace(contract)
    const { contest } = (await api.createContest({ ...quiz, questions: [] })).body
    const params = { contestId: contest.id }
    expect(await api.updateContest({ params, body: { status: 'published' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'questions' },
    )
    expect((await api.getContest({ params })).body.contest.status).toBe('draft')
  })

  it('deletes a contest without attempts, and returns 409 for one with attempts', async () => {
    const { api, contest, params } = await newQuiz()
    const { attempt } = await start(contest.id)
    expect(await api.deleteContest({ params })).toFailWith(409, 'CONFLICT')
    await api.deleteAttempt({ params: { ...params, attemptId: attempt.id } })
    expect((await api.deleteContest({ params })).status).toBe(204)
    expect(await api.getContest({ params })).toFailWith(404, 'NOT_FOUND')
  })
})

describe('POST /public/contests/:contestId/attempts', () => {
  it('returns 404 for a draft, NOT_STARTED before the start and CLOSED after the end', async () => {
    const { api } = await newWorkspace(contract)
    const body = { name: 'Mona', email: 'mona@shop.example' }
    const { contest } = (await api.createContest(quiz)).body
    const params = { contestId: contest.id }
    expect(await visitor().startAttempt({ params, body })).toFailWith(404, 'NOT_FOUND')
    expect(await visitor().getPublicContest({ params })).toFailWith(404, 'NOT_FOUND')
    await api.updateContest({ params, body: { status: 'published' } })
    expect(await visitor().startAttempt({ params, body })).toFailWith(422, 'NOT_STARTED')
    const past = await newQuiz({ startsAt: at(-7_200_000), endsAt: at(-3_600_000) })
    expect(await visitor().startAttempt({ params: past.params, body })).toFailWith(422, 'CLOSED')
  })
})

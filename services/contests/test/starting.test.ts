import { fixedClock, newId } from '@wp/kernel'
import { conflictsOf, inProcess, newWorkspace, openTestDatabase } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '@wp/mongo'
import { attemptCollection } from '../src/attempts/attempt.store.ts'
import * as contract from '../src/contract.ts'
import { contests } from '../src/service.ts'
import { at, newQuiz, participant, question, runningQuiz, start, visitor } from './quiz.ts'

let db: Database
beforeAll(async () => {
  db = await openTestDatabase('wp_contests', { collections: [attemptCollection] })
})
afterAll(() => db?.close())

/** About 250 KiB of questions. */
const largeQuestions = Array.from({ length: 120 }, () => ({ ...question('Long'), text: 'x'.repeat(1900) }))
const storedBytes = async (workspaceId: string, id: string) =>
  JSON.stringify(await db.tenant(attemptCollection)(workspaceId).get({ id })).length

describe('POST /public/contests/:contestId/attempts', () => {
  it.each([false, true])(
    'stores less than 4 KiB for an attempt in a contest with 250 KiB of questions, shuffled: %s',
    async (shuffle) => {
      const { workspaceId, contest } = await newQuiz({ questions: largeQuestions, shuffle })
      const { attempt, api } = await start(contest.id)
      expect(attempt.questions).toHaveLength(largeQuestions.length)
      expect((await api.getAttempt()).body.attempt).toEqual(attempt)
      const bytes = await storedBytes(workspaceId, attempt.id)
      expect(bytes).toBeGreaterThan(100)
      expect(bytes).toBeLessThan(4096)
    },
  )

  it('returns the same attempt and token for a repeated Idempotency-Key, 422 for another participant, 409 for another key, and 404 after the attempt is deleted', async () => {
    const { api, params } = await newQuiz({ questions: largeQuestions, shuffle: true })
    const body = participant()
    const headers = { 'idempotency-key': newId() }
    const first = await visitor().startAttempt({ params, body, headers })
    const again = await visitor().startAttempt({ params, body, headers })
    expect(first.status).toBe(201)
    expect(again.status).toBe(201)
    expect(again.body).toEqual(first.body)
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const { attempt, token } = again.body
    const authorization = { authorization: `Bearer ${token}` }
    const own = await visitor().getAttempt({ params: { attemptId: attempt.id }, headers: authorization })
    expect(own.body.attempt).toEqual(attempt)
    expect((await api.listAttempts({ params })).body.attempts).toHaveLength(1)

    expect(await visitor().startAttempt({ params, body: participant(), headers })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
    const otherKey = { 'idempotency-key': newId() }
    for (let count = 0; count < 2; count += 1)
      expect(await visitor().startAttempt({ params, body, headers: otherKey })).toFailWith(409, 'CONFLICT')

    await api.deleteAttempt({ params: { ...params, attemptId: attempt.id } })
    expect(await visitor().startAttempt({ params, body, headers })).toFailWith(404, 'NOT_FOUND')
    const newKey = { 'idempotency-key': newId() }
    const restarted = await visitor().startAttempt({ params, body, headers: newKey })
    expect(restarted.status).toBe(201)
    expect(restarted.body.token).not.toBe(token)
    expect(await visitor().startAttempt({ params, body, headers })).toFailWith(404, 'NOT_FOUND')
  })

  it('starts concurrent attempts with an Idempotency-Key in a queue', async () => {
    const running = await inProcess(contests)
    onTestFinished(() => running.stop())
    const api = running.as(contract, await newWorkspace(contract))
    const params = { contestId: (await api.createContest(runningQuiz())).body.contest.id }
    await api.updateContest({ params, body: { status: 'published' } })
    const before = await conflictsOf(running.opsUrl)
    const starting = Array.from({ length: 15 }, () =>
      api.startAttempt({ params, body: participant(), headers: { 'idempotency-key': newId() } }),
    )
    for (const { status } of await Promise.all(starting)) expect(status).toBe(201)
    expect((await conflictsOf(running.opsUrl)) - before).toBeLessThan(5)
  })

  it('returns 429 when an address has started too many attempts in a contest within a day', async () => {
    const clock = fixedClock(new Date().toISOString())
    const running = await inProcess(contests, { clock, env: { ATTEMPTS_PER_ADDRESS: '2' } })
    try {
      const api = running.as(contract, await newWorkspace(contract))
      const publish = async () => {
        const body = { ...runningQuiz(), endsAt: at(48 * 3_600_000) }
        const { contest } = (await api.createContest(body)).body
        await api.updateContest({ params: { contestId: contest.id }, body: { status: 'published' } })
        return contest.id
      }
      const startFrom = (address: string, contestId: string) =>
        running.as(contract, {}).startAttempt({
          params: { contestId },
          body: participant(),
          headers: { 'x-forwarded-for': address },
        })
      const [contestId, otherId] = [await publish(), await publish()]
      const parallel = await Promise.all(Array.from({ length: 5 }, () => startFrom('2001:db8::1', contestId)))
      expect(parallel.filter(({ status }) => status === 201)).toHaveLength(2)
      const refused = await startFrom('2001:db8::2', contestId)
      expect(refused).toFailWith(429, 'RATE_LIMITED')
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect((await startFrom('2001:db8:0:1::1', contestId)).status).toBe(201)
      expect((await startFrom('2001:db8::1', otherId)).status).toBe(201)
      clock.advance(24 * 3_600_000 + 1)
      expect((await startFrom('2001:db8::1', contestId)).status).toBe(201)
    } finally {
      await running.stop()
    }
  })
})

describe('GET /public/contests/attempts/:attemptId', () => {
  it('returns the questions in the same order after the contest was edited and closed, and rejects new questions and reopening it', async () => {
    const { api, contest, params } = await newQuiz({
      questions: Array.from({ length: 20 }, (_, index) => question(`Question ${index}`)),
      shuffle: true,
    })
    const mona = await start(contest.id)
    const texts = mona.attempt.questions.map(({ text }) => text)
    expect(texts).not.toEqual(contest.questions.map(({ text }) => text))
    const changes = { title: 'Other', endsAt: at(7_200_000) }
    expect((await api.updateContest({ params, body: changes })).status).toBe(200)
    expect((await mona.api.getAttempt()).body.attempt).toEqual(mona.attempt)
    const questions = [question('Other')]
    expect(await api.updateContest({ params, body: { questions } })).toFailWith(422, 'VALIDATION_FAILED')
    await api.updateContest({ params, body: { status: 'closed' } })
    expect(await api.updateContest({ params, body: { questions } })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.updateContest({ params, body: { status: 'published' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    const { attempt } = (await mona.api.getAttempt()).body
    expect(attempt.status).toBe('submitted')
    expect(attempt.questions).toEqual(mona.attempt.questions)
    const answers = await api.getAttemptAnswers({ params: { ...params, attemptId: mona.attempt.id } })
    expect(answers.body.items.map(({ questionText }) => questionText)).toEqual(texts)
  })

  it('returns the copied questions of an attempt from an earlier version', async () => {
    const { workspaceId, contest } = await newQuiz()
    const mona = await start(contest.id)
    const copied = contest.questions.toReversed().map((each) => ({ ...each, text: `Old ${each.text}` }))
    await db
      .tenant(attemptCollection)(workspaceId)
      .update({ id: mona.attempt.id }, { $set: { questions: copied }, $unset: { order: 1 } } as never)
    const texts = async () => (await mona.api.getAttempt()).body.attempt.questions.map(({ text }) => text)
    expect(await texts()).toEqual(['Old Second', 'Old First'])
    await mona.api.answerQuestion({ params: { questionId: copied[0]!.id }, body: { optionId: 'a' } })
    expect((await mona.api.submitAttempt()).body.attempt).toMatchObject({ score: 5, maxScore: 8 })
    expect(await texts()).toEqual(['Old Second', 'Old First'])
  })
})

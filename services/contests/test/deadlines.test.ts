import { fixedClock } from '@wp/kernel'
import { inProcess } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { contests } from '../src/service.ts'
import { newQuiz, runningQuiz, start } from './quiz.ts'

/** Starts the service in this process with a controllable clock and a contest with a time limit of five minutes. */
const withClock = async () => {
  const clock = fixedClock(new Date().toISOString())
  const running = await inProcess(contests, { clock })
  const owner = await newQuiz()
  const api = running.as(contract, owner)
  const { contest } = (await api.createContest({ ...runningQuiz(), durationMinutes: 5 })).body
  const params = { contestId: contest.id }
  await api.updateContest({ params, body: { status: 'published' } })
  return { clock, running, api, contest, params, start: () => start(contest.id, undefined, running.url) }
}

describe('contests service', () => {
  it('rejects answers after the deadline, and submits the attempt in the submit-overdue-attempts job', async () => {
    const { clock, running, api, contest, params, start: startHere } = await withClock()
    try {
      const mona = await startHere()
      expect(mona.attempt.deadline).toBe(new Date(clock.now().getTime() + 5 * 60_000).toISOString())
      const questionId = contest.questions[0]!.id
      await mona.api.answerQuestion({ params: { questionId }, body: { optionId: 'a' } })
      clock.advance(5 * 60_000)
      const late = await mona.api.answerQuestion({ params: { questionId }, body: { optionId: 'b' } })
      expect(late).toFailWith(422, 'CLOSED')
      clock.advance(60_000)
      await running.runJob('submit-overdue-attempts')
      const [attempt] = (await api.listAttempts({ params })).body.attempts
      expect(attempt).toMatchObject({ status: 'submitted', score: 3, submittedAt: mona.attempt.deadline })
    } finally {
      await running.stop()
    }
  })

  it('submits an overdue attempt when it is requested before the job runs', async () => {
    const { clock, running, api, params, start: startHere } = await withClock()
    try {
      const [looks, submits] = [await startHere(), await startHere()]
      const asked = await startHere()
      clock.advance(6 * 60_000)
      const { deadline } = looks.attempt
      expect((await looks.api.getAttempt()).body.attempt).toMatchObject({ submittedAt: deadline, score: 0 })
      expect((await submits.api.submitAttempt()).body.attempt).toMatchObject({
        submittedAt: deadline,
        score: 0,
      })
      const answers = await api.getAttemptAnswers({ params: { ...params, attemptId: asked.attempt.id } })
      expect(answers.body.items).toMatchObject([{ isCorrect: false }, { isCorrect: false }])
    } finally {
      await running.stop()
    }
  })

  it('submits open attempts when the contest is closed, and rejects new attempts', async () => {
    const { clock, running, api, contest, params, start: startHere } = await withClock()
    try {
      const mona = await startHere()
      clock.advance(60_000)
      await api.updateContest({ params, body: { status: 'closed' } })
      const [attempt] = (await api.listAttempts({ params })).body.attempts
      expect(attempt).toMatchObject({
        id: mona.attempt.id,
        status: 'submitted',
        submittedAt: clock.now().toISOString(),
      })
      const body = { name: 'Sami', email: 'sami@shop.example' }
      expect(await running.as(contract, {}).startAttempt({ params, body })).toFailWith(422, 'CLOSED')
      expect(await running.as(contract, {}).getPublicContest({ params })).toFailWith(404, 'NOT_FOUND')
      expect(contest.status).toBe('draft')
    } finally {
      await running.stop()
    }
  })
})

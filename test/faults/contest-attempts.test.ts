import * as contests from '@wp/contests/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insist, whileKilling } from './insist.ts'
import { isFull, report, seed, startScene } from './scene.ts'

const killCount = isFull ? 15 : 3
const participants = isFull ? 60 : 12

const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

describe('contest attempts', () => {
  it(
    'starts one attempt for each participant and keeps every answer while services are killed at random',
    { timeout: 900_000 },
    async () => {
      const services = ['identity', 'admin-billing', 'contests', 'gateway']
      const replicas = { identity: 2, 'admin-billing': 2, contests: 2 }
      const scene = await startScene({ services, replicas })
      onTestFinished(scene.stop)
      const api = scene.as(contests, await scene.signUp())
      const hour = 3_600_000
      const question = (text: string) => ({
        text,
        options: ['a', 'b'].map((id) => ({ id, label: id })),
        correctOptionId: 'a',
        points: 1,
      })
      const { contest } = (
        await insist(() =>
          api.createContest({
            title: 'Quiz',
            startsAt: new Date(Date.now() - hour).toISOString(),
            endsAt: new Date(Date.now() + hour).toISOString(),
            publicLeaderboard: true,
            questions: ['First', 'Second', 'Third'].map(question),
          }),
        )
      ).body
      const params = { contestId: contest.id }
      await insist(() => api.updateContest({ params, body: { status: 'published' } }))

      const emailOf = (index: number) => `participant-${seed}-${index}@shop.example`
      /** The same form is sent again after a lost reply, and returns the same attempt. */
      const byForm = async (index: number) => {
        const key = Buffer.alloc(32, index + 1).toString('base64url')
        const body = new URLSearchParams({ key, name: 'Ann', email: emailOf(index) }).toString()
        const started = await insist(() => api.submitStartForm.raw({ params, headers: urlencoded, body }))
        expect(started.status).toBe(303)
        const headers = { ...urlencoded, cookie: started.headers.get('set-cookie')!.split(';', 1)[0]! }
        for (const { id } of contest.questions) {
          const answer = new URLSearchParams({ questionId: id, optionId: 'a' }).toString()
          await insist(() => api.submitAnswerForm.raw({ params, headers, body: answer }))
        }
        await insist(() => api.submitSheetForm.raw({ params, headers, body: '' }))
      }
      const byApi = async (index: number) => {
        const key = { 'idempotency-key': `attempt-${index}` }
        const body = { name: 'Ann', email: emailOf(index) }
        const started = await insist(() => api.startAttempt({ params, headers: key, body }))
        expect(started.status).toBe(201)
        const { attempt, token } = started.body
        const headers = { authorization: `Bearer ${token}` }
        for (const { id: questionId } of attempt.questions) {
          const answer = { params: { attemptId: attempt.id, questionId }, headers, body: { optionId: 'a' } }
          await insist(() => api.answerQuestion(answer))
        }
        await insist(() => api.submitAttempt({ params: { attemptId: attempt.id }, headers }))
      }
      await whileKilling(
        scene,
        killCount,
        Promise.all(
          Array.from({ length: participants }, (_, index) => (index % 2 === 0 ? byForm : byApi)(index)),
        ),
      )

      const { attempts } = (await insist(() => api.listAttempts({ params, query: { limit: 100 } }))).body
      expect(attempts).toHaveLength(participants)
      expect(new Set(attempts.map(({ email }) => email)).size).toBe(participants)
      expect(attempts.every(({ status, score }) => status === 'submitted' && score === 3)).toBe(true)
      const board = (await insist(() => api.getPublicLeaderboard({ params }))).body
      expect(board.pagination).toMatchObject({ total: participants })
      report('contest-attempts', { participants, kills: killCount })
    },
  )
})

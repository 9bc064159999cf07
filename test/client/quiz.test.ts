import { contests } from '@workspace-platform/client/contests'
import { scheduling } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import { openApp, receiveEvents } from './app.ts'

const dayMs = 24 * 3_600_000
const question = {
  text: 'What is the mask made of?',
  options: [
    { id: 'clay', label: 'Clay' },
    { id: 'salt', label: 'Salt' },
  ],
  correctOptionId: 'clay',
  points: 10,
}

describe('a quiz whose newsletter uses an API key', () => {
  it('adds everyone who submits an attempt as a client by webhook', async () => {
    const { owner, app, visitor } = await openApp('Quiz night', ['clients.manage'])
    const desk = app.use(scheduling)
    // Contests are for owners, so the owner registers the endpoint.
    const { typesOf } = await receiveEvents(owner, ['contest.*', 'attempt.*'], async (event) => {
      if (event.type !== 'attempt.submitted' || event.data.isTruncated) return
      const { id, name, email } = event.data.attempt
      await desk.createClient({ body: { name, email }, idempotencyKey: `attempt-${id}` })
    })

    const quiz = owner.use(contests)
    const { contest } = await quiz.createContest({
      body: {
        title: 'Know our house',
        startsAt: new Date(Date.now() - dayMs).toISOString(),
        endsAt: new Date(Date.now() + dayMs).toISOString(),
        questions: [question],
      },
    })
    const params = { contestId: contest.id }
    await quiz.updateContest({ params, body: { status: 'published' } })
    const page = visitor.use(contests)
    for (const [name, optionId] of [
      ['Amira', 'clay'],
      ['Tarek', 'salt'],
    ] as const) {
      const body = { name, email: `${name.toLowerCase()}@example.com` }
      const { attempt, token } = await page.startAttempt({ params, body })
      const own = { attemptId: attempt.id }
      const answered = { ...own, questionId: attempt.questions[0]!.id }
      await page.answerQuestion({ params: answered, body: { optionId }, token })
      await page.submitAttempt({ params: own, token })
    }

    const listNames = async () => (await desk.listClients()).clients.map(({ name }) => name).toSorted()
    await expect.poll(listNames).toEqual(['Amira', 'Tarek'])
    // Events of different records arrive in any order.
    await expect.poll(typesOf).toContain('contest.published')
    expect(typesOf().filter((type) => type === 'attempt.submitted')).toHaveLength(2)
    await expect(app.use(contests).listContests()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

import { apiOf, memoize, newStaff, newWorkspace, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { gatewayUrl, newQuiz, participant, start, visitor } from './quiz.ts'

/** Shared by tests whose requests are all rejected. */
const untouched = memoize(() => newQuiz())

const unknownId = 'ffffffffffffffffffffffff'

describe('/public/contests', () => {
  it('lets a participant change answers until submitting and see the score, and shows the owner the attempt and its answers', async () => {
    const { api, contest, params } = await newQuiz()
    expect((await visitor().getPublicContest({ params })).body.contest).toEqual({
      id: contest.id,
      title: 'Quiz',
      description: null,
      startsAt: contest.startsAt,
      endsAt: contest.endsAt,
      durationMinutes: null,
      questionCount: 2,
      publicLeaderboard: false,
    })

    const mona = await start(contest.id)
    expect(mona.attempt).toMatchObject({ status: 'in-progress', deadline: contest.endsAt, score: null })
    expect(JSON.stringify(mona.attempt)).not.toContain('correct')
    const [first, second] = contest.questions
    await mona.api.answerQuestion({ params: { questionId: first!.id }, body: { optionId: 'b' } })
    const answered = await mona.api.answerQuestion({
      params: { questionId: first!.id },
      body: { optionId: 'a' },
    })
    expect(answered.body.attempt.questions).toEqual([
      { id: first!.id, text: 'First', options: first!.options, selectedOptionId: 'a' },
      { id: second!.id, text: 'Second', options: second!.options, selectedOptionId: null },
    ])
    const submitted = await mona.api.submitAttempt()
    expect(submitted.status).toBe(200)
    expect(submitted.body.attempt).toMatchObject({ status: 'submitted', score: 3, maxScore: 8 })
    expect((await mona.api.submitAttempt()).body).toEqual(submitted.body)
    expect((await mona.api.getAttempt()).body).toEqual(submitted.body)
    const late = await mona.api.answerQuestion({ params: { questionId: first!.id }, body: { optionId: 'b' } })
    expect(late).toFailWith(422, 'CLOSED')

    const { attempts } = (await api.listAttempts({ params })).body
    expect(attempts).toMatchObject([{ id: mona.attempt.id, name: 'Mona', score: 3, status: 'submitted' }])
    const answers = await api.getAttemptAnswers({ params: { ...params, attemptId: mona.attempt.id } })
    expect(answers.body.items).toEqual([
      {
        questionId: first!.id,
        questionText: 'First',
        selectedOptionId: 'a',
        selectedOptionLabel: 'First A',
        correctOptionId: 'a',
        correctOptionLabel: 'First A',
        isCorrect: true,
      },
      {
        questionId: second!.id,
        questionText: 'Second',
        selectedOptionId: null,
        selectedOptionLabel: null,
        correctOptionId: 'a',
        correctOptionLabel: 'Second A',
        isCorrect: false,
      },
    ])
  })

  it('returns 401 without a token, and the same 404 for a wrong token and an unknown attempt', async () => {
    const { contest } = await newQuiz()
    const [mona, sami] = [await start(contest.id), await start(contest.id)]
    const params = { attemptId: mona.attempt.id }
    const wrongParams = { attemptId: unknownId }
    const byNobody = visitorApi(contract)
    const body = { optionId: 'a' }
    const questionId = contest.questions[0]!.id
    for (const reply of [
      await byNobody.getAttempt({ params }),
      await byNobody.submitAttempt({ params }),
      await byNobody.answerQuestion({ params: { ...params, questionId }, body }),
    ])
      expect(reply).toFailWith(401, 'UNAUTHENTICATED')
    const replies = [
      await sami.api.getAttempt({ params }),
      await mona.api.getAttempt({ params: wrongParams }),
      await sami.api.submitAttempt({ params }),
      await sami.api.answerQuestion({ params: { ...params, questionId }, body }),
    ]
    for (const reply of replies) {
      expect(reply).toFailWith(404, 'NOT_FOUND')
      expect(reply.body).toEqual(replies[0]!.body)
    }
  })

  it('accepts only one attempt per email or phone number, regardless of spelling and even for concurrent starts', async () => {
    const { contest, api, params } = await newQuiz()
    const { email } = participant()
    const again = (who: object) => visitor().startAttempt.raw({ params, body: { name: 'Mona', ...who } })
    const parallel = await Promise.all(
      Array.from({ length: 8 }, () => again({ email, phone: '+20 100 123 4567' })),
    )
    expect(parallel.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(parallel.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await again({ email: ` ${email.toUpperCase()} ` })).toFailWith(409, 'CONFLICT')
    expect(await again({ phone: '٠٠٢٠١٠٠١٢٣٤٥٦٧' })).toFailWith(409, 'CONFLICT')

    const { attempts } = (await api.listAttempts({ params })).body
    expect(attempts).toHaveLength(1)
    const attemptId = attempts[0]!.id
    expect((await api.deleteAttempt({ params: { ...params, attemptId } })).status).toBe(204)
    expect((await again({ email })).status).toBe(201)
    const other = await newQuiz()
    await start(other.contest.id, { name: 'Mona', email })
    expect(contest.id).not.toBe(other.contest.id)
  })

  it.each([
    ['neither email nor phone', { name: 'Mona' }, 'email'],
    ['an invalid email', { name: 'Mona', email: 'mona' }, 'email'],
    ['an invalid phone number', { name: 'Mona', phone: 'call me' }, 'phone'],
    ['a blank name', { name: ' ', phone: '+201001234567' }, 'name'],
  ])('returns 422 when an attempt is started with %s', async (_, body, path) => {
    const { params } = await untouched()
    expect(await visitor().startAttempt.raw({ params, body })).toFailWith(422, 'VALIDATION_FAILED', { path })
  })

  it('returns 404 for an unknown question and 422 for an unknown option', async () => {
    const { contest } = await newQuiz()
    const mona = await start(contest.id)
    const body = { optionId: 'a' }
    expect(await mona.api.answerQuestion({ params: { questionId: unknownId }, body })).toFailWith(
      404,
      'NOT_FOUND',
    )
    const questionId = contest.questions[0]!.id
    expect(
      await mona.api.answerQuestion({ params: { questionId }, body: { optionId: 'elsewhere' } }),
    ).toFailWith(422, 'VALIDATION_FAILED', { path: 'optionId' })
  })

  it('stores every answer when many are sent concurrently', async () => {
    const questions = Array.from({ length: 10 }, (_, index) => ({
      text: `Question ${index}`,
      options: [
        { id: 'a', label: 'A' },
        { id: 'b', label: 'B' },
      ],
      correctOptionId: 'a',
      points: 1,
    }))
    const { contest } = await newQuiz({ questions })
    const mona = await start(contest.id)
    await Promise.all(
      contest.questions.map(({ id }) =>
        mona.api.answerQuestion({ params: { questionId: id }, body: { optionId: 'a' } }),
      ),
    )
    const { attempt } = (await mona.api.submitAttempt()).body
    expect(attempt.score).toBe(10)
  })
})

describe('/workspace/:workspaceId/contests/:contestId', () => {
  it('ranks attempts in the leaderboard by score, then by submission time', async () => {
    const { api, contest, params } = await newQuiz()
    const [first, second] = contest.questions
    const people = [await start(contest.id), await start(contest.id), await start(contest.id)]
    const answers = [[first!.id], [second!.id], [first!.id]]
    for (const [index, { api: own }] of people.entries()) {
      for (const questionId of answers[index]!)
        await own.answerQuestion({ params: { questionId }, body: { optionId: 'a' } })
      await own.submitAttempt()
    }
    await start(contest.id)
    const { body } = await api.getLeaderboard({ params })
    expect(body.leaderboard.map(({ rank, attemptId, score }) => ({ rank, attemptId, score }))).toEqual([
      { rank: 1, attemptId: people[1]!.attempt.id, score: 5 },
      { rank: 2, attemptId: people[0]!.attempt.id, score: 3 },
      { rank: 3, attemptId: people[2]!.attempt.id, score: 3 },
    ])
    const { leaderboard, pagination } = (await api.getLeaderboard({ params, query: { page: 2, limit: 2 } }))
      .body
    expect(leaderboard).toMatchObject([{ rank: 3, attemptId: people[2]!.attempt.id }])
    expect(pagination).toMatchObject({ total: 3, totalPages: 2 })
    const open = await api.listAttempts({ params, query: { status: 'in-progress' } })
    expect(open.body.attempts).toHaveLength(1)
  })

  it('exports attempts as CSV and escapes formulas', async () => {
    const { api, contest, params } = await newQuiz()
    const [cheat, mona] = [
      await start(contest.id, { name: '=HYPERLINK("http://x.example")', phone: '+201001234567' }),
      await start(contest.id, { name: 'منى', email: 'mona@shop.example' }),
    ]
    await mona.api.submitAttempt()
    const { status, body } = await api.listAttempts({ params, headers: { accept: 'text/csv' } })
    expect(status).toBe(200)
    const [heading, ...lines] = (body as unknown as string).trimEnd().split('\r\n')
    expect(heading).toBe('id,name,email,phone,status,score,maxScore,startedAt,submittedAt')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^[0-9a-f]{24},منى,mona@shop\.example,,submitted,0,8,2\d{3}-.*Z,2\d{3}-.*Z$/)
    expect(lines[1]).toMatch(
      /^[0-9a-f]{24},"'=HYPERLINK\(""http:\/\/x\.example""\)",,'\+201001234567,in-progress,,,2/,
    )
    expect(cheat.attempt.status).toBe('in-progress')
  })

  it('returns the same 404 for the answers of an attempt that is unknown, open or in another contest or workspace, and 400 for malformed ids', async () => {
    const [mine, other] = [await newQuiz(), await newQuiz()]
    const second = (await mine.api.createContest({ ...mine.contest })).body.contest
    const [open, done] = [await start(mine.contest.id), await start(mine.contest.id)]
    await done.api.submitAttempt()
    const ask = (contestId: string, attemptId: string) =>
      mine.api.getAttemptAnswers({ params: { contestId, attemptId } })
    const replies = [
      await ask(other.contest.id, done.attempt.id),
      await ask(mine.contest.id, unknownId),
      await ask(mine.contest.id, open.attempt.id),
      await ask(second.id, done.attempt.id),
    ]
    for (const reply of replies) {
      expect(reply).toFailWith(404, 'NOT_FOUND')
      expect(reply.body).toEqual(replies[0]!.body)
    }
    expect(await ask('not-an-id', done.attempt.id)).toFailWith(400, 'INVALID_ID')
    expect(await ask(mine.contest.id, 'not-an-id')).toFailWith(400, 'INVALID_ID')
  })

  it('returns 403 to staff who read the contest, its attempts, answers or leaderboard, or delete an attempt', async () => {
    const quiz = await newQuiz()
    const staff = await newStaff(quiz, ['store.manage', 'workspace.manage', 'staff.manage'], contract)
    const { attempt } = await start(quiz.contest.id)
    const params = { ...quiz.params, attemptId: attempt.id }
    for (const reply of [
      await staff.api.getContest({ params }),
      await staff.api.listAttempts({ params }),
      await staff.api.getAttemptAnswers({ params }),
      await staff.api.deleteAttempt({ params }),
      await staff.api.getLeaderboard({ params }),
    ])
      expect(reply).toFailWith(403, 'FORBIDDEN')
  })

  it("returns 404 to another owner under their own workspace id and 403 under the contest's workspace id", async () => {
    const quiz = await newQuiz()
    const stranger = await newWorkspace(contract)
    const { attempt } = await start(quiz.contest.id)
    const params = { ...quiz.params, attemptId: attempt.id }
    expect(await stranger.api.deleteAttempt({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await stranger.api.updateContest({ params, body: { title: 'Mine' } })).toFailWith(404, 'NOT_FOUND')
    const { token } = stranger
    const asStranger = apiOf(contract, {
      baseUrl: gatewayUrl(),
      token,
      params: { workspaceId: quiz.workspaceId },
    })
    expect(await asStranger.getContest({ params })).toFailWith(403, 'WRONG_WORKSPACE')
  })
})

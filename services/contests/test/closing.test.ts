import { fixedClock, hashSecret, newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { jobContext, openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  answerQuestion,
  getAttempt,
  submitOverdueAttempts,
  submitSomeAttempts,
} from '../src/attempts/attempt.actions.ts'
import { attemptCollection, attemptStore } from '../src/attempts/attempt.store.ts'
import { updateContest } from '../src/contests/contest.actions.ts'
import { contestCollection, contestStore } from '../src/contests/contest.store.ts'
import type { ContestsDeps } from '../src/deps.ts'
import { question } from './quiz.ts'

const clock = fixedClock('2027-03-01T09:00:00Z')
let db: Database
beforeAll(async () => {
  const collections = [contestCollection, attemptCollection]
  db = await openTestDatabase(uniqueName('closing'), { collections, clock })
})
afterAll(() => db?.close())

const newScene = async () => {
  const workspaceId = newId()
  const stores = { db, clock, contests: contestStore(db), attempts: attemptStore(db) }
  const deps = {
    ...stores,
    submitSomeAttempts: (...ids: [string, string]) => submitSomeAttempts(stores, ...ids),
  } as unknown as ContestsDeps
  const { id } = await stores.contests.insert(workspaceId, {
    title: 'Quiz',
    description: null,
    questions: [question('First')],
    startsAt: '2027-03-01T08:00:00Z',
    endsAt: '2027-03-01T12:00:00Z',
    durationMinutes: null,
    shuffle: false,
    publicLeaderboard: false,
  })
  await updateContest(deps, workspaceId, id, { status: 'published' })
  const start = async () => {
    const token = newId()
    const attempt = await stores.attempts.insert(workspaceId, {
      contestId: id,
      name: 'Mona',
      email: null,
      phone: null,
      participantKeys: [token],
      tokenHash: hashSecret(token),
      deadline: new Date('2027-03-01T12:00:00Z'),
    })
    return { id: attempt.id, token }
  }
  const countSubmitted = () =>
    db.tenant(attemptCollection)(workspaceId).count({ contestId: id, status: 'submitted' })
  return { workspaceId, id, deps, start, countSubmitted }
}

describe('updateContest', () => {
  it('submits 100 attempts when a busy contest is closed, and lets the submit-overdue-attempts job submit the rest', async () => {
    const { workspaceId, id, deps, start, countSubmitted } = await newScene()
    for (let count = 0; count < 120; count += 1) await start()
    clock.advance(1000)
    expect(await updateContest(deps, workspaceId, id, { status: 'closed' })).toMatchObject({
      status: 'closed',
    })
    expect(await countSubmitted()).toBe(100)
    await submitOverdueAttempts(deps, jobContext())
    expect(await countSubmitted()).toBe(120)
    expect(await deps.contests.listClosing(clock.now(), 10)).toEqual([])
  })

  it('ends open attempts without changing them in the transaction that closes the contest', async () => {
    const { workspaceId, id, deps, start } = await newScene()
    const [mona, sami] = [await start(), await start()]
    const submitLater = { ...deps, submitSomeAttempts: () => Promise.resolve(0) }
    clock.advance(1000)
    const closedAt = clock.now()
    const contest = await updateContest(submitLater, workspaceId, id, { status: 'closed' })
    clock.advance(1000)
    expect((await deps.attempts.get(workspaceId, mona.id)).deadline).toEqual(new Date('2027-03-01T12:00:00Z'))
    const answer = { ...mona, questionId: contest.questions[0]!.id, optionId: 'a' }
    await expect(answerQuestion(deps, answer)).rejects.toMatchObject({ code: 'CLOSED' })
    const ended = { status: 'submitted', deadline: closedAt, submittedAt: closedAt }
    expect((await getAttempt(deps, mona.id, mona.token)).attempt).toMatchObject(ended)
    await submitOverdueAttempts(deps, jobContext())
    expect(await deps.attempts.get(workspaceId, sami.id)).toMatchObject(ended)
  })
})

describe('submitOverdueAttempts', () => {
  it('reports an attempt that cannot be submitted, and submits the rest, including those of closed contests', async () => {
    const { deps, start, countSubmitted } = await newScene()
    const broken = await deps.attempts.insert(newId(), {
      contestId: newId(), // does not exist
      name: 'Ali',
      email: null,
      phone: null,
      participantKeys: ['broken'],
      tokenHash: hashSecret('broken'),
      deadline: new Date('2027-03-01T09:00:00Z'),
    })
    await start()
    const closing = await newScene()
    await closing.start()
    await updateContest(
      { ...closing.deps, submitSomeAttempts: () => Promise.resolve(0) },
      closing.workspaceId,
      closing.id,
      { status: 'closed' },
    )
    clock.advance(4 * 3_600_000)
    const failed: string[] = []
    await submitOverdueAttempts(
      deps,
      jobContext((_error, { id }) => failed.push(id)),
    )
    expect(failed).toEqual([broken.id])
    expect([await countSubmitted(), await closing.countSubmitted()]).toEqual([1, 1])
  })
})

describe('addAttempts', () => {
  it('counts an attempt without changing updatedAt', async () => {
    const { workspaceId, id, deps } = await newScene()
    const { updatedAt } = await deps.contests.get(workspaceId, id)
    clock.advance(1000)
    expect(await deps.contests.addAttempts(workspaceId, id, 1)).toMatchObject({ attemptCount: 1, updatedAt })
  })
})

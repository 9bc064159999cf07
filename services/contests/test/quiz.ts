import { apiOf, newWorkspace, platform, uniqueName } from '@wp/testing'
import * as contract from '../src/contract.ts'

const hour = 3_600_000
export const at = (ms: number): string => new Date(Date.now() + ms).toISOString()

export const question = (text: string, points = 1) => ({
  text,
  options: [
    { id: 'a', label: `${text} A` },
    { id: 'b', label: `${text} B` },
  ],
  correctOptionId: 'a',
  points,
})

/** Returns the fields of a contest that started an hour ago and ends in an hour. */
export const runningQuiz = () => ({
  title: 'Quiz',
  startsAt: at(-hour),
  endsAt: at(hour),
  questions: [question('First', 3), question('Second', 5)],
})

export const newQuiz = async (
  changes: Partial<ReturnType<typeof runningQuiz>> & { durationMinutes?: number; shuffle?: boolean } = {},
) => {
  const workspace = await newWorkspace(contract)
  const { contest } = (await workspace.api.createContest({ ...runningQuiz(), ...changes })).body
  const params = { contestId: contest.id }
  await workspace.api.updateContest({ params, body: { status: 'published' } })
  return { ...workspace, contest, params }
}

export const participant = () => ({ name: 'Mona', email: `${uniqueName('p')}@shop.example` })

export const gatewayUrl = () => `${platform().gatewayUrl}/v1`
export const visitor = () => apiOf(contract, { baseUrl: gatewayUrl() })

/** Starts an attempt and returns it with API calls that use its token. */
export const start = async (contestId: string, who: object = participant(), baseUrl = gatewayUrl()) => {
  const started = await apiOf(contract, { baseUrl }).startAttempt.raw({ params: { contestId }, body: who })
  const { attempt, token } = started.body as { attempt: contract.AttemptSheet; token: string }
  return { attempt, token, api: apiOf(contract, { baseUrl, token, params: { attemptId: attempt.id } }) }
}

import * as contests from '@wp/contests/contract'
import { apiOf, platform, visitorApi } from '@wp/testing'

/** Starts an attempt without a browser, and chooses the option with this id in every question. */
export const answerContest = async (
  contestId: string,
  { name, email }: { name: string; email: string },
  optionOf: (position: number) => string,
) => {
  const { attempt, token } = (
    await visitorApi(contests).startAttempt({ params: { contestId }, body: { name, email } })
  ).body
  const api = apiOf(contests, {
    baseUrl: `${platform().gatewayUrl}/v1`,
    token,
    params: { attemptId: attempt.id },
  })
  for (const [position, { id }] of attempt.questions.entries())
    await api.answerQuestion({ params: { questionId: id }, body: { optionId: optionOf(position) } })
  return api
}

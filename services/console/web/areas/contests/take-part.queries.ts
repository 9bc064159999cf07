import { useQuery } from '@tanstack/react-query'
import { contests } from '@workspace-platform/client/contests'
import type { ContestAttemptSheet } from '@workspace-platform/client/contests'
import { queryClient } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'

const { getPublicContest, startAttempt, getAttempt, answerQuestion, submitAttempt } = platform.use(contests)

/** The attempt of this tab. Its token opens only this attempt, and it is gone when the tab is closed. */
export type OwnAttempt = { attemptId: string; token: string }

const storageKey = (contestId: string): string => `console.attempt.${contestId}`

export const ownAttempt = (contestId: string): OwnAttempt | null => {
  const stored = sessionStorage.getItem(storageKey(contestId))
  return stored === null ? null : (JSON.parse(stored) as OwnAttempt)
}

export const usePublicContest = (contestId: string) =>
  useQuery({
    queryKey: ['public-contest', contestId],
    queryFn: ({ signal }) => getPublicContest({ params: { contestId }, token: null, signal }),
    select: ({ contest }) => contest,
  })

const sheetKey = (attemptId: string): string[] => ['attempt-sheet', attemptId]

export const useSheet = ({ attemptId, token }: OwnAttempt) =>
  useQuery({
    queryKey: sheetKey(attemptId),
    queryFn: async ({ signal }) => (await getAttempt({ params: { attemptId }, token, signal })).attempt,
  })

const keepSheet = (attempt: ContestAttemptSheet): void => {
  queryClient.setQueryData(sheetKey(attempt.id), attempt)
}

export const start = async (
  contestId: string,
  body: { name: string; email: string | null; phone: string | null },
  idempotencyKey: string,
): Promise<OwnAttempt> => {
  const { attempt, token } = await startAttempt({
    params: { contestId },
    body,
    token: null,
    idempotencyKey,
  })
  const own = { attemptId: attempt.id, token }
  sessionStorage.setItem(storageKey(contestId), JSON.stringify(own))
  keepSheet(attempt)
  return own
}

export const answer = async (
  { attemptId, token }: OwnAttempt,
  questionId: string,
  optionId: string,
): Promise<void> =>
  keepSheet((await answerQuestion({ params: { attemptId, questionId }, body: { optionId }, token })).attempt)

export const submit = async ({ attemptId, token }: OwnAttempt): Promise<void> =>
  keepSheet((await submitAttempt({ params: { attemptId }, token })).attempt)

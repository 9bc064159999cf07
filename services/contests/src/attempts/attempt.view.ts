import type { CsvColumns } from '@wp/http'
import { iso } from '@wp/kernel'
import type {
  AnswerItem,
  Attempt,
  AttemptSheet,
  LeaderboardRow,
  PublicLeaderboardRow,
} from './attempt.contract.ts'
import { toPublicName } from './attempt.rules.ts'
import type { SheetQuestion } from './attempt.rules.ts'
import type { AttemptSummary, StoredAttempt } from './attempt.store.ts'

/** An attempt with the contest's questions in its order. */
export type AttemptWithQuestions = { attempt: StoredAttempt; questions: SheetQuestion[] }

const toResult = ({ status, deadline, submittedAt, score, maxScore }: AttemptSummary) => ({
  status,
  deadline: iso(deadline),
  submittedAt: submittedAt && iso(submittedAt),
  score,
  maxScore,
})

export const toAttempt = (stored: AttemptSummary): Attempt => ({
  id: stored.id,
  contestId: stored.contestId,
  name: stored.name,
  email: stored.email,
  phone: stored.phone,
  startedAt: iso(stored.createdAt),
  ...toResult(stored),
})

export const toAttemptSheet = ({ attempt, questions }: AttemptWithQuestions): AttemptSheet => ({
  id: attempt.id,
  ...toResult(attempt),
  questions: questions.map(({ id, text, options }) => ({
    id,
    text,
    options,
    selectedOptionId: attempt.answers[id] ?? null,
  })),
})

export const toAnswerItems = ({ attempt: { answers }, questions }: AttemptWithQuestions): AnswerItem[] =>
  questions.map(({ id, text, options, correctOptionId }) => {
    const labelOf = (optionId: string | null) =>
      options.find((option) => option.id === optionId)?.label ?? null
    const selectedOptionId = answers[id] ?? null
    return {
      questionId: id,
      questionText: text,
      selectedOptionId,
      selectedOptionLabel: labelOf(selectedOptionId),
      correctOptionId,
      correctOptionLabel: labelOf(correctOptionId) ?? '',
      isCorrect: selectedOptionId === correctOptionId,
    }
  })

/** `first` is the first row's rank, starting at 1. */
export const toLeaderboard = (attempts: readonly AttemptSummary[], first: number): LeaderboardRow[] =>
  attempts.map(({ id, name, score, submittedAt }, index) => ({
    rank: first + index,
    attemptId: id,
    name,
    score: score ?? 0,
    submittedAt: iso(submittedAt!),
  }))

/** A row of the public leaderboard, which shows neither contacts nor full names. */
export const toPublicRow = (
  { id, name, score }: Pick<AttemptSummary, 'id' | 'name' | 'score'>,
  rank: number,
): PublicLeaderboardRow => ({ rank, attemptId: id, name: toPublicName(name), score: score ?? 0 })

export const attemptColumns: CsvColumns<AttemptSummary> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  status: ({ status }) => status,
  score: ({ score }) => score,
  maxScore: ({ maxScore }) => maxScore,
  startedAt: ({ createdAt }) => iso(createdAt),
  submittedAt: ({ submittedAt }) => submittedAt && iso(submittedAt),
}

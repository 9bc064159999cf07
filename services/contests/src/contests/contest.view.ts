import { iso, withIsoTimes } from '@wp/kernel'
import type { Contest, PublicContest } from './contest.contract.ts'
import type { StoredContest } from './contest.store.ts'

export const toContest = (stored: StoredContest): Contest => ({
  ...withIsoTimes(stored),
  publicLeaderboard: stored.publicLeaderboard ?? false,
})

export const toPublicContest = (stored: StoredContest): PublicContest => ({
  id: stored.id,
  title: stored.title,
  description: stored.description,
  startsAt: iso(stored.startsAt),
  endsAt: iso(stored.endsAt),
  durationMinutes: stored.durationMinutes,
  questionCount: stored.questions.length,
  publicLeaderboard: stored.publicLeaderboard ?? false,
})

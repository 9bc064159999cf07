import { newId } from '@wp/kernel'
import { attemptCollection } from '../../services/contests/src/attempts/attempt.store.ts'
import { contestCollection } from '../../services/contests/src/contests/contest.store.ts'
import { contests, contestsCollections } from '../../services/contests/src/service.ts'
import { announce } from './measure.ts'
import { insertMany, startOwnService } from './parts/own-service.ts'

// Runs the contests service. The argument is the number of submitted attempts in one contest.
const size = Number(process.argv[2])
const { workspaceId, contestId } = JSON.parse(process.env['BENCH_CONTEST']!) as {
  workspaceId: string
  contestId: string
}
const { url, db } = await startOwnService(contests, contestsCollections)
const questions = Array.from({ length: 10 }, (_, index) => ({
  id: newId(),
  text: `Question ${index}`,
  options: ['a', 'b'].map((id) => ({ id, label: `Option ${id}` })),
  correctOptionId: 'a',
  points: 1,
}))
const [startsAt, endsAt] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')]
await db.tenant(contestCollection)(workspaceId).insert({
  id: contestId,
  title: 'Quiz',
  description: null,
  questions,
  startsAt,
  endsAt,
  durationMinutes: null,
  shuffle: false,
  status: 'published',
  attemptCount: size,
})
await insertMany(db.tenant(attemptCollection)(workspaceId), size, (index) => ({
  contestId,
  name: 'Mona',
  email: `${index}@shop.example`,
  phone: null,
  participantKeys: [`email:${index}@shop.example`],
  tokenHash: newId(),
  status: 'submitted' as const,
  deadline: endsAt,
  order: null,
  answers: {},
  submittedAt: new Date(startsAt.getTime() + index),
  score: index % 11,
  maxScore: 10,
}))
await db.close()
announce(url)

import { contests } from '@workspace-platform/client/contests'
import { forEach, pick, type Scene } from './scene.ts'

const questions: [text: string, options: string[], right: number][] = [
  ['Which plant is the candle made with?', ['Lavender', 'Mint', 'Basil'], 0],
  ['How many minutes does a massage take?', ['30', '45', '60'], 2],
  ['What is the mask made of?', ['Clay', 'Chalk', 'Salt'], 0],
]
const participants = ['Amira', 'Tarek', 'Heba', 'Wael', 'Nada', 'Fadi', 'Rasha']

/**
 * Creates a contest that is open for a week, with attempts. All are submitted except the last, which is in progress.
 */
export const holdContest = async (scene: Scene): Promise<string> => {
  scene.progress.begin('contest')
  const owner = scene.owner.use(contests)
  const visitor = scene.visitor.use(contests)
  const { contest } = await owner.createContest({
    body: {
      title: 'Know our house',
      startsAt: `${scene.day(-1)}T00:00:00.000Z`,
      endsAt: `${scene.day(7)}T00:00:00.000Z`,
      durationMinutes: 60,
      publicLeaderboard: true,
      questions: questions.map(([text, options, right]) => ({
        text,
        options: options.map((label, index) => ({ id: String(index), label })),
        correctOptionId: String(right),
        points: 10,
      })),
    },
  })
  const params = { contestId: contest.id }
  await owner.updateContest({ params, body: { status: 'published' } })
  await forEach(scene, participants, async (name, index) => {
    const email = `${name.toLowerCase()}@example.com`
    const { attempt, token } = await visitor.startAttempt({ params, body: { name, email } })
    const isLast = index === participants.length - 1
    for (const [position, question] of attempt.questions.slice(0, isLast ? 1 : 3).entries()) {
      const optionId = pick(question.options, index + position).id
      await visitor.answerQuestion({
        params: { attemptId: attempt.id, questionId: question.id },
        body: { optionId },
        token,
      })
    }
    if (!isLast) await visitor.submitAttempt({ params: { attemptId: attempt.id }, token })
  })
  return contest.id
}

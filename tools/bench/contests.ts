// G13: the cost of the leaderboard and of listing attempts must not grow with the number of attempts.
import { benchBySize, get, signUp } from './parts/by-size.ts'

const contestId = '0123456789abcdef01234567'

await benchBySize({
  service: 'contests',
  title: 'Leaderboard and attempts by number of attempts',
  noun: 'attempts',
  sizes: [1_000, 100_000],
  peers: ['identity', 'admin-billing'],
  prepare: async (platform) => {
    const { token, workspaceId } = await signUp(platform)
    process.env['BENCH_CONTEST'] = JSON.stringify({ workspaceId, contestId })
    const contest = `/workspace/${workspaceId}/contests/${contestId}`
    return {
      leaderboard: [get(`${contest}/leaderboard`, token)],
      attempts: [get(`${contest}/attempts`, token)],
    }
  },
})

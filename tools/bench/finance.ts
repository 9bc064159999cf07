// G13: the cost of listing and summarizing a month must not grow with the number of expenses. Each day has 20
// expenses.
import { benchBySize, get, signUp } from './parts/by-size.ts'

await benchBySize({
  service: 'finance',
  title: 'Finance by number of expenses',
  noun: 'expenses',
  sizes: [1_000, 100_000],
  peers: ['identity', 'admin-billing'],
  prepare: async (platform) => {
    const { token, workspaceId } = await signUp(platform)
    process.env['BENCH_WORKSPACE'] = workspaceId
    const path = `/client/workspace/${workspaceId}`
    const month = 'from=2027-01-01&to=2027-01-31'
    return {
      'newest expenses': [get(`${path}/expenses?after=`, token)],
      'month list': [get(`${path}/expenses?${month}`, token)],
      'month statistics': [get(`${path}/expenses/stats?${month}`, token)],
      'daily series of a month': [get(`${path}/analytics?groupBy=day&${month}`, token)],
    }
  },
})

// G13: the cost of listing lab tests must not grow with their number.
import { benchBySize, get, signUp } from './parts/by-size.ts'

await benchBySize({
  service: 'labs',
  title: 'Lab test lists by number of tests',
  noun: 'tests',
  sizes: [1_000, 100_000],
  peers: ['identity', 'admin-billing', 'scheduling', 'pos', 'finance'],
  prepare: async (platform) => {
    const { token, workspaceId } = await signUp(platform)
    process.env['BENCH_WORKSPACE'] = workspaceId
    const tests = `/workspace/${workspaceId}/labs/tests`
    return {
      'first page': [get(tests, token)],
      'page without a count': [get(`${tests}?after=`, token)],
      "one client's tests": [get(`${tests}?clientId=${'a'.repeat(24)}`, token)],
      "one week's tests": [get(`${tests}?from=2027-01-01&to=2027-01-07`, token)],
      'completed tests': [get(`${tests}?status=completed`, token)],
    }
  },
})

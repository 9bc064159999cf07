/**
 * Tests that kill processes, cut connections and freeze servers, and the test of `npm start`. Most of their time goes
 * to starting processes, so `npm run wp -- test full` runs them, not `npm test`.
 */
export const faultTests = [
  'test/{faults,start}/**/*.test.ts',
  'services/*/test/*faults.test.ts',
  'libs/*/test/{cluster,crash,outage,outages,stalls}.test.ts',
]

/**
 * Tests that kill processes, cut connections and freeze servers, and the test of `npm start`. Most of their time goes
 * to starting processes, so `npm run wp -- test full` runs them, not `npm test`.
 */
export const faultTests = [
  'test/{faults,start}/**/*.test.ts',
  'services/*/test/*faults.test.ts',
  'services/gateway/test/route-source.test.ts',
  'services/scheduling/test/{attachment-crashes,staff-steps}.test.ts',
  'libs/*/test/{cluster,crash,damage,durability,outage,outages,stalls,start,unusable-servers}.test.ts',
]

/**
 * Tests that bundle images, start processes one after the other or write many records, and that rarely fail for a
 * change elsewhere. `npm run wp -- test full` runs them, and so does `npm test -- <package>`, but `npm test` does not.
 */
export const slowTests = [
  'deploy/local/test/{images,operator-commands}.test.ts',
  'libs/runtime/test/process.test.ts',
  'services/storefront/test/killed-orders.test.ts',
  'tools/bench/lists/lists.test.ts',
]

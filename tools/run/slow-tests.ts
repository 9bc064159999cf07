/**
 * Tests that bundle images, start processes one after the other, compare the embedded database with MongoDB
 * or write many records, and that rarely fail because of changes elsewhere. `npm run wp -- test full` runs
 * them, and so does `npm test -- <package>`, but `npm test` does not.
 */
export const slowTests = [
  'deploy/local/test/{backup,images,operator-commands}.test.ts',
  'libs/embedded-mongo/test/*.property.test.ts',
  'libs/embedded-mongo/test/conformance/conformance.test.ts',
  'libs/local-platform/test/mongod.test.ts',
  'libs/runtime/test/process.test.ts',
  'services/storefront/test/killed-orders.test.ts',
  'test/client/demo.test.ts',
  'tools/bench/lists/lists.test.ts',
]

import { importCollections } from '@wp/imports'
import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'

/** Applies the rows of imports, a batch of each import in turn, and completes imports after a crash. */
export const runImportsJob = ({ imports }: Pick<StorefrontDeps, 'imports'>): Job => ({
  name: 'run-imports',
  everyMs: 1000,
  watches: importCollections,
  run: ({ signal }) => imports.run(signal),
})

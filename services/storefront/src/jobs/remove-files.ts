import type { StorefrontDeps } from '../deps.ts'

/** Removes files of images left over from a crash or an outage. */
export const removeFilesJob = ({ imageFiles }: Pick<StorefrontDeps, 'imageFiles'>) => ({
  name: 'remove-files',
  everyMs: 30_000,
  run: () => imageFiles.removeOverdue(),
})

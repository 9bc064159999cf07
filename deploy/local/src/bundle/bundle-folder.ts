import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'

/** Contains a program for each service, such as `identity.mjs`, and what they share. */
export const bundleFolder = join(repositoryRoot, 'deploy/local/dist')

/** Returns the bundled program of a service. `npm start` runs `npm run build` first, which makes it. */
export const bundleOf = (service: string): string => join(bundleFolder, `${service}.mjs`)

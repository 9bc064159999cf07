import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'

/** Contains a program for each service, such as `identity.mjs`, and their shared code. */
export const bundleFolder = join(repositoryRoot, 'deploy/local/dist')

/** Returns the bundled program of a service. `npm start` first runs `npm run build`, which creates it. */
export const bundleOf = (service: string): string => join(bundleFolder, `${service}.mjs`)

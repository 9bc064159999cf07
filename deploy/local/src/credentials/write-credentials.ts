import { dirname, join, resolve } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { makeCredentials, platformFiles, repositoryRoot } from '@wp/local-platform'
import { reloadNats } from './reload-nats.ts'

type Options = { out: string; rotate: boolean; natsPid?: string }

/** Writes the missing credentials of all services, or rotates all of them, and returns a summary. */
export const writeCredentials = async ({ out, rotate, natsPid }: Options): Promise<string> => {
  const folder = resolve(out)
  const declarations = readDeclarations(repositoryRoot)
  let isReloaded = false
  await makeCredentials({
    folder,
    declarations,
    rotate,
    reloadNats: async () => {
      isReloaded = await reloadNats(natsPid ?? join(dirname(folder), 'nats.pid'))
    },
  })
  const { natsUsers, databasePasswords } = platformFiles(folder)
  return [
    `Credentials of ${declarations.size} services are in ${folder}`,
    isReloaded ? 'NATS reloaded its users.' : `Include ${natsUsers} in the configuration of NATS.`,
    ...(rotate
      ? [
          `The database accepts both passwords in ${databasePasswords}; restart the services to use the new one.`,
        ]
      : []),
  ].join('\n')
}

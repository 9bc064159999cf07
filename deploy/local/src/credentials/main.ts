import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readDeclarations } from '@wp/credentials/setup'
import { makeCredentials, platformFiles, repositoryRoot } from '@wp/local-platform'
import { reloadNats } from './reload-nats.ts'

const usage = `npm run credentials [-- options]

Makes what the services prove to each other who they are with, and the users of NATS, from services/*/service.json.
What is there already stays.

  --out <folder>        where it goes (.data/credentials, where npm start looks for it)
  --rotate              new keys and passwords; the ones before stay valid until the next time
  --nats-pid <file>     process id of the NATS server that is to read its users again (nats.pid beside the folder)`

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(repositoryRoot, '.data/credentials') },
    rotate: { type: 'boolean', default: false },
    'nats-pid': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})

const run = async (): Promise<string> => {
  if (values.help) return usage
  const folder = resolve(values.out)
  const declarations = readDeclarations(repositoryRoot)
  let isReloaded = false
  await makeCredentials({
    folder,
    declarations,
    rotate: values.rotate,
    reloadNats: async () => {
      isReloaded = await reloadNats(values['nats-pid'] ?? join(dirname(folder), 'nats.pid'))
    },
  })
  const { natsUsers, databasePasswords } = platformFiles(folder)
  return [
    `Credentials of ${declarations.size} services are in ${folder}`,
    isReloaded ? 'NATS has read its users again.' : `NATS: include ${natsUsers} in its configuration`,
    ...(values.rotate
      ? [`The database takes both passwords of ${databasePasswords}; restart the services for the new one.`]
      : []),
  ].join('\n')
}

console.log(await run())

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openServiceTokens, type ServiceTokens } from '@wp/credentials'
import type { ServiceDeclaration } from '@wp/credentials/setup'
import { repositoryRoot } from '@wp/local-platform'
import { platform } from './platform.ts'

/** The default caller in tests, which may call every method. */
export const testCaller = 'tests'

/** Returns a declaration that lists every gRPC method, so that tests may call all of them. */
export const testDeclaration = (): ServiceDeclaration => ({
  database: false,
  calls: Object.fromEntries(
    globSync('protos/*/v1/*.proto', { cwd: repositoryRoot }).map((file) => [
      file.split('/')[1]!.replaceAll('_', '-'),
      [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(/^ {2}rpc (\w+)\(/gm)].map(
        ([, method]) => method!,
      ),
    ]),
  ),
  follows: [],
  buckets: {},
  routes: [],
  rootPaths: [],
  upgrades: [],
  permissions: {},
  redrivesDeadLetters: false,
})

/** Returns tokens that gRPC clients use to authenticate as this service. */
export const tokensOf = (
  service = testCaller,
  { credentialsDir }: { credentialsDir: string } = platform(),
): ServiceTokens => openServiceTokens({ service, folder: join(credentialsDir, service) })

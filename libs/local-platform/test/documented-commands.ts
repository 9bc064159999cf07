import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '../src/services.ts'

/** The values that the tests insert into the documented commands. */
type Chosen = {
  /** The service in whose container `deploy/<service>` runs. */
  service: string
  /** A service about which NATS stores nothing. */
  removed: string
}

/** Returns the commands of docs/operations.md that run in a container: the service, and the command. */
export const documentedCommands = ({ service, removed }: Chosen) => {
  const placeholders: Record<string, string> = {
    '<email>': 'ops@platform.example',
    '[roles]': 'admin,analyst',
    '[--since <time>]': '--since 2027-01-31T12:00:00Z',
    '[<zone> …]': 'first second=6b0000000000000000000000',
    '<service>': removed,
  }
  const text = readFileSync(join(repositoryRoot, 'docs/operations.md'), 'utf8')
  return [...text.matchAll(/^kubectl exec (?:-i )?deploy\/(\S+) -- (.+)$/gm)].map(([, where, command]) => ({
    service: where!.replace('<service>', service),
    command: Object.entries(placeholders).reduce(
      (filled, [name, value]) => filled.replaceAll(name, value),
      command!,
    ),
  }))
}

/** Returns the expected output of each command by name. */
export const outputsOf = ({ service, removed }: Chosen): Record<string, RegExp> => ({
  'admin create-admin': /^ops@platform\.example is now an admin \(admin, analyst\) with the password \S+$/,
  'admin unlock': /^ops@platform\.example can log in again$/,
  'admin remove-factors': /^Removed 0 second factors of ops@platform\.example/,
  'admin rotate-keys': /^The key \S+ signs from /,
  replay: new RegExp(`^Queued \\d+ events of ${service}; `),
  migrate: /^$/,
  sharding: new RegExp(
    `^const target = db\\.getSiblingDB\\('wp_${service}'\\)\n[^]*sh\\.shardCollection\\('wp_${service}\\.outbox', \\{ workspaceId: 1 \\}\\)`,
  ),
  'nats streams': /^All streams have these settings$|64 MiB/,
  'nats remove-service': new RegExp(`^NATS stores nothing for ${removed}$`),
})

/** Returns the name of a command line among `outputsOf`, or the line itself. */
export const nameOf = (command: string, outputs: Record<string, RegExp>): string =>
  Object.keys(outputs).find((name) => command.includes(`main.mjs ${name}`)) ?? command

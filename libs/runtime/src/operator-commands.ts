import { AppError } from '@wp/kernel'
import { parseZones, shardingScript } from '@wp/mongo'
import type { ServiceDefinition } from './service-definition.ts'
import { databaseNameOf, migrateService, replayEvents, type StartOptions } from './start-service.ts'

/** Commands of a service by name. A command prints its result and sets the exit code of the process. */
export type OperatorCommands = Readonly<Record<string, (args: string[]) => Promise<void>>>

/**
 * Reads the options of a replay: all stored events, or those since a time. Throws INVALID_REQUEST for other
 * options.
 */
export const parseSince = (args: string[]): Date => {
  const [option, text] = args
  if (option === undefined) return new Date(0)
  const since = new Date(text ?? '')
  if (option !== '--since' || args.length > 2 || Number.isNaN(since.getTime()))
    throw new AppError(
      'INVALID_REQUEST',
      'The only option is --since with a time, such as --since 2027-01-31T12:00:00Z',
    )
  return since
}

const usageOf = (commands: OperatorCommands): string => `node main.mjs [command]

  (none)                    run the service
  help                      list these commands
  migrate                   create collections and indexes, and run migrations
  replay [--since <time>]   republish the service's stored events (7 days); consumers skip those they have handled
  sharding [<zone> …]       print the mongosh commands that shard the service's database (docs/scaling.md)
  nats [command]            change streams, or remove what a removed service left in NATS
${Object.keys(commands)
  .map((name) => `  ${`${name} [command]`.padEnd(26)}commands that only this service has\n`)
  .join('')}
Uses the settings of the service; kubectl exec has them in a pod of the service.`

type Options = StartOptions & { readonly commands: OperatorCommands }

/**
 * Runs a command of operators instead of the service, with the service's own settings and database user.
 * Throws ConfigError for invalid settings; prints other operator errors and sets exit code 1.
 */
export const runOperatorCommand = async (
  definition: ServiceDefinition,
  [name = '', ...args]: string[],
  { commands, ...options }: Options,
): Promise<void> => {
  const all: OperatorCommands = {
    migrate: () => migrateService(definition, options),
    replay: async (given) => {
      const count = await replayEvents(definition, parseSince(given), options)
      console.log(
        `Queued ${count} ${count === 1 ? 'event' : 'events'} of ${definition.name}; its running processes publish them again`,
      )
    },
    sharding: async (given) => {
      if (definition.database === false)
        throw new AppError('INVALID_REQUEST', `The service ${definition.name} has no database`)
      const name = databaseNameOf(definition, options)
      console.log(shardingScript(name, definition.database.collections, parseZones(given)).trimEnd())
    },
    help: () => Promise.resolve(console.log(usageOf(commands))),
    nats: async (given) => (await import('@wp/bus/operator')).main(given),
    ...commands,
  }
  try {
    const command = all[name]
    if (!command) throw new AppError('INVALID_REQUEST', usageOf(commands))
    await command(args)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

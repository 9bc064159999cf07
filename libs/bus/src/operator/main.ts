import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { AppError } from '@wp/kernel'
import { connectAsOperator, type OperatorConnection } from './operator-connection.ts'
import { removeService } from './remove-service.ts'
import { changeStreams } from './stream-settings.ts'

export const usage = `npm run wp -- nats <command>

  streams [--replicas <number>] [--mb <number>]   give existing streams and buckets these settings
                                                  (default NATS_REPLICAS, NATS_STREAM_MB)
  remove-service <service>                        remove the routes, stream, consumers and dead letters of a
                                                  service that was stopped for good

Uses NATS_URL with the seed of the NATS user \`operator\`: in NATS_SEED_FILE (- for the standard input), or in the URL
(nats://<seed>@host:4222). In a container of any service: node main.mjs nats <command>.`

const refuse = (message: string): never => {
  throw new AppError('INVALID_REQUEST', message)
}

const readNumber = (name: string, text: unknown): number => {
  const value = Number(text ?? NaN)
  return Number.isInteger(value) && value > 0 ? value : refuse(`${name} must be a positive integer`)
}

type Run = (connection: OperatorConnection) => Promise<string>

/** Reads the command line; throws AppError for an invalid one. */
const parseCommand = (args: string[], env: NodeJS.ProcessEnv): Run => {
  const options = { replicas: { type: 'string' }, mb: { type: 'string' } } as const
  const { values, positionals } = parseArgs({ args, options, strict: false, allowPositionals: true })
  const [command, service] = positionals
  if (command === 'streams' && positionals.length === 1) {
    const replicas = readNumber('--replicas', values.replicas ?? env['NATS_REPLICAS'])
    const maxBytes = readNumber('--mb', values.mb ?? env['NATS_STREAM_MB']) * 2 ** 20
    return (connection) => changeStreams(connection, { replicas, maxBytes })
  }
  if (command === 'remove-service' && service !== undefined && positionals.length === 2)
    return (connection) => removeService(connection, service)
  return refuse(usage)
}

/** Runs a command and returns its output. Throws AppError with a message for the operator. */
export const runCommand = async (args: string[], env: NodeJS.ProcessEnv): Promise<string> => {
  const run = parseCommand(args, env)
  const url = env['NATS_URL'] ?? refuse('NATS_URL is required')
  const seedFile = env['NATS_SEED_FILE']
  const seed =
    seedFile === undefined ? undefined : readFileSync(seedFile === '-' ? 0 : seedFile, 'utf8').trim()
  const connection = await connectAsOperator(url, seed).catch((error: Error) =>
    refuse(`Cannot connect to NATS: ${error.message}`),
  )
  try {
    return await run(connection)
  } finally {
    await connection.close()
  }
}

/** Runs a command line and prints the result; sets exit code 1 when it fails. */
export const main = async (args: string[], env: NodeJS.ProcessEnv = process.env): Promise<void> => {
  try {
    console.log(await runCommand(args, env))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}

if (import.meta.main) await main(process.argv.slice(2))

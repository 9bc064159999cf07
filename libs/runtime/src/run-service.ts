import { flushCompileCache } from 'node:module'
import { ConfigError } from '@wp/config'
import { createLogger } from '@wp/telemetry'
import type { ServiceDefinition } from './service-definition.ts'
import { collectGarbageAfterStart } from './collect-garbage.ts'
import { exitWhenNotLive } from './exit-when-not-live.ts'
import { runOperatorCommand, type OperatorCommands } from './operator-commands.ts'
import { startService } from './start-service.ts'
import type { RunningService } from './start-service.ts'

/** EX_CONFIG in sysexits.h: the configuration is invalid, so a restart will not help. */
const invalidConfiguration = 78

/**
 * Runs a service as this process. SIGTERM drains and exits with 0; an invalid configuration exits with 78, any other
 * failure, and a `/live` that fails for 30 s, with 1. The first SIGINT drains and later ones are ignored. A runner (WP_ANNOUNCE=1) stops its services
 * itself, so there every SIGINT is ignored. With arguments, such as `migrate`, it runs an operator command instead;
 * `commands` are those that only this service has.
 */
export const runService = async (
  definition: ServiceDefinition,
  commands: OperatorCommands = {},
): Promise<void> => {
  const { env } = process
  const starting = new AbortController()
  let running: RunningService | null = null
  let isStopping = false
  const isAnnounced = env.WP_ANNOUNCE === '1'

  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    starting.abort(new Error('The process received a stop signal'))
    if (!running) return
    await running.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => {
    if (!isAnnounced) void stop()
  })
  process.on('uncaughtException', (error) => {
    createLogger({ service: definition.name }).fatal({ err: error }, 'uncaught exception; exiting')
    process.exit(1)
  })

  try {
    const args = process.argv.slice(2)
    if (args.length > 0) {
      await runOperatorCommand(definition, args, { env, signal: starting.signal, commands })
      process.exit()
    }
    running = await startService(definition, { env, signal: starting.signal, processMetrics: true })
  } catch (error) {
    process.exit(isStopping ? 0 : reportStartFailure(definition.name, error))
  }
  if (starting.signal.aborted) {
    await running.stop()
    process.exit(0)
  }
  if (isAnnounced) process.stdout.write(`${JSON.stringify(toAnnouncement(definition.name, running))}\n`)
  exitWhenNotLive(running.isLive, () => {
    createLogger({ service: definition.name }).fatal(
      'the database has not answered for 90 s; exiting to be restarted',
    )
    process.exit(1)
  })
  flushCompileCache() // Writes the compile cache now, because a killed process never would.
  collectGarbageAfterStart()
}

const toAnnouncement = (service: string, { url, rpcAddress, opsUrl }: RunningService) => ({
  ready: true,
  service,
  http: url,
  rpc: rpcAddress,
  ops: opsUrl,
})

const reportStartFailure = (service: string, error: unknown): number => {
  if (error instanceof ConfigError) {
    process.stderr.write(`${service}: ${error.message}\n`)
    return invalidConfiguration
  }
  createLogger({ service }).fatal({ err: error }, 'failed to start; exiting')
  return 1
}

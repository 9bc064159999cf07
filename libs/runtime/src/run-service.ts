import { flushCompileCache } from 'node:module'
import { ConfigError } from '@wp/config'
import { createLogger } from '@wp/telemetry'
import type { ServiceDefinition } from './service-definition.ts'
import { collectGarbageAfterStart } from './collect-garbage.ts'
import { migrateService, startService } from './start-service.ts'
import type { RunningService } from './start-service.ts'

/** By sysexits.h: the configuration is at fault, starting again will not help. */
const badConfiguration = 78

/**
 * Runs a service as this process: settings from the environment, SIGTERM drains and exits with 0, a fault of the
 * configuration exits with 78, any other failure with 1. SIGINT drains once; further ones, and every one under a runner
 * (WP_ANNOUNCE=1), which stops its services itself, do nothing. The argument `migrate` runs only the migrations.
 */
export const runService = async (
  definition: ServiceDefinition,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  const starting = new AbortController()
  let running: RunningService | null = null
  let isStopping = false
  const isAnnounced = env.WP_ANNOUNCE === '1'

  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    starting.abort(new Error('The process was told to stop'))
    if (!running) return
    await running.stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop())
  process.on('SIGINT', () => {
    if (!isAnnounced) void stop()
  })
  process.on('uncaughtException', (error) => {
    createLogger({ service: definition.name }).fatal({ err: error }, 'uncaught error')
    process.exit(1)
  })

  try {
    if (process.argv[2] === 'migrate') {
      await migrateService(definition, { env, signal: starting.signal })
      process.exit(0)
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
  flushCompileCache() // For the next process; it would be written at the end only, and by a killed one never.
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
    return badConfiguration
  }
  createLogger({ service }).fatal({ err: error }, 'cannot start')
  return 1
}

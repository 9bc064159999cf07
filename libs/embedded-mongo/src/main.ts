import { parseArgs } from 'node:util'
import { LIFETIME_PARAMETER } from './engine/sessions.ts'
import { startServer } from './server.ts'

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'allow-remote': { type: 'boolean', default: false },
    'password-file': { type: 'string' },
    setParameter: { type: 'string', multiple: true, default: [] },
  },
})

const port = Number(values.port)
const parameters = new Map(values.setParameter.map((each) => each.split('=', 2) as [string, string]))
const lifetimeSeconds = Number(parameters.get(LIFETIME_PARAMETER) ?? 60)
const isKnown = (name: string): boolean => name === LIFETIME_PARAMETER || name === 'enableTestCommands'
if (
  values.data === undefined ||
  !Number.isInteger(port) ||
  port < 0 ||
  port > 65535 ||
  ![...parameters.keys()].every((name) => isKnown(name)) ||
  !Number.isInteger(lifetimeSeconds) ||
  lifetimeSeconds < 1
) {
  process.stderr.write(
    `Usage: node src/main.ts --data <folder> [--port <0-65535>] [--host <address>] [--password-file <file>] [--allow-remote] [--setParameter ${LIFETIME_PARAMETER}=<seconds>] [--setParameter enableTestCommands=1]\n`,
  )
  process.exit(2)
}

try {
  const server = await startServer({
    dataDir: values.data,
    port,
    host: values.host,
    allowRemote: values['allow-remote'],
    transactionLifetimeLimitSeconds: lifetimeSeconds,
    enableTestCommands: parameters.get('enableTestCommands') === '1',
    ...(values['password-file'] !== undefined && { passwordFile: values['password-file'] }),
  })
  process.stdout.write(`${JSON.stringify({ ready: true, port: server.port, uri: server.uri })}\n`)
  const stop = (): void => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`embedded-mongo: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  process.stderr.write(`embedded-mongo: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

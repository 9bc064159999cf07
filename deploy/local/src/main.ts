import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatLogLine } from './logs/log-lines.ts'
import {
  type Platform,
  repositoryRoot,
  resetDataFolder,
  startPlatform,
  watchSources,
} from '@wp/local-platform'
import { bundleOf } from './bundle/bundle-folder.ts'
import { renderWelcome } from './welcome.ts'

const usage = `npm start [-- options]

  --reset               delete all data first
  --replicas name=2     run several replicas of a service; can be repeated
  --verbose             print the services' logs
  --inspect name=9229   let a debugger attach to a service on this port (default 9229); can be repeated
  --watch               restart a service when its sources change (npm run dev)
  --data <folder>       data folder (.data)

Environment: GATEWAY_PORT (8080), SERVICES_PORT (8100 and up), NATS_PORT (4222), MONGODB_PORT (27017);
NATS_URL and MONGODB_URL to use running servers.`

/**
 * One Ctrl-C arrives twice: the terminal signals the whole process group, and npm forwards the signal. A second
 * signal within this time is ignored.
 */
const sameSignalMs = 2_000

const { values } = parseArgs({
  options: {
    reset: { type: 'boolean', default: false },
    replicas: { type: 'string', multiple: true, default: [] },
    inspect: { type: 'string', multiple: true, default: [] },
    verbose: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    data: { type: 'string', default: join(repositoryRoot, '.data') },
    help: { type: 'boolean', default: false },
  },
})

const replicas = Object.fromEntries(
  values.replicas
    .flatMap((list) => list.split(','))
    .map((text) => {
      const [name = '', count] = text.split('=')
      if (!/^[1-9]$/.test(count ?? ''))
        fail(`--replicas must be a name and a number from 1 to 9, such as scheduling=2 (got ${text})`)
      return [name, Number(count)]
    }),
)

const inspect = Object.fromEntries(
  values.inspect.map((text) => {
    const [name = '', port = '9229'] = text.split('=')
    if (!(Number(port) > 0 && Number(port) < 65_536))
      fail(`--inspect must be a name and a port, such as labs=9229 (got ${text})`)
    return [name, Number(port)]
  }),
)

const readPort = (name: string, fallback: number): number => {
  const text = process.env[name] ?? `${fallback}`
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > 65_535)
    fail(`${name} must be a port from 1 to 65535 (got ${text})`)
  return value
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

let platform: Platform | null = null
let stoppingSince = 0
const start = new AbortController()

const stop = async (signal: string) => {
  if (stoppingSince) {
    if (Date.now() - stoppingSince > sameSignalMs) fail('Stopped without draining the services.')
    return
  }
  stoppingSince = Date.now()
  console.log(`\n${signal} received, stopping …`)
  start.abort()
  await starting.catch(() => undefined)
  await platform?.stop()
  console.log('Stopped.')
  process.exit(0)
}

const run = async (): Promise<void> => {
  const dataDir = resolve(values.data)
  if (values.reset) resetDataFolder(dataDir)
  const ports = {
    gateway: readPort('GATEWAY_PORT', 8080),
    services: readPort('SERVICES_PORT', 8100),
    nats: readPort('NATS_PORT', 4222),
    mongodb: readPort('MONGODB_PORT', 27017),
  }
  const since = Date.now()
  console.log('Starting the platform …')
  platform = await startPlatform({
    dataDir,
    ports,
    replicas,
    inspect,
    ...(values.watch ? {} : { programOf: bundleOf }),
    signal: start.signal,
    onProgress: (line) => console.log(`  ${line}`),
    onLog: values.verbose ? (name, line) => console.log(formatLogLine(line, name)) : undefined,
    env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'debug' },
    onCrash: ({ name, how, lastLines, restartInMs }) => {
      console.error(`\n${name} ${how}; restarting in ${restartInMs / 1000} s. Last log lines:`)
      for (const line of lastLines.slice(-8)) console.error(`  ${line}`)
    },
  })
  if (stoppingSince) return
  console.log(
    `${await renderWelcome(platform, ports)} (started in ${((Date.now() - since) / 1000).toFixed(1)} s)`,
  )
  if (values.watch) watchSources(repositoryRoot, platform, console.log)
}

if (values.help) {
  console.log(usage)
  process.exit(0)
}
process.on('SIGINT', () => void stop('SIGINT'))
process.on('SIGTERM', () => void stop('SIGTERM'))
const starting = run()
starting.catch((error: Error) => {
  if (!stoppingSince) fail(error.message)
})

import { startService, type RunningService } from '@wp/runtime'
import { definitionOf } from './service-definition.ts'

// Runs several of a test platform's services in one process (see startPlatform for `SERVICES`).

type Wanted = { service: string; env: Record<string, string> }

const wanted = JSON.parse(process.env['SERVICES'] ?? '[]') as Wanted[]
const running: RunningService[] = []

const stop = async (): Promise<void> => {
  await Promise.all(running.map((service) => service.stop()))
  process.exit(0)
}
process.on('SIGTERM', () => void stop())
// Ignores Ctrl-C because the runner stops its processes.
process.on('SIGINT', () => undefined)

for (const { service, env } of wanted) {
  const definition = await definitionOf(service)
  if (!definition) throw new Error(`services/${service} does not export a service definition`)
  running.push(await startService(definition, { env: { ...process.env, ...env }, processMetrics: true }))
}
process.stdout.write(`${JSON.stringify({ ready: true, services: wanted.map(({ service }) => service) })}\n`)

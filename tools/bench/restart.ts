import { mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { repositoryRoot, startPlatform, watchSources } from '@wp/local-platform'
import { median, report } from './measure.ts'

// Measures the time from saving a file under `npm run dev` until the restarted service answers.

const rounds = 5
const services = ['contests', 'scheduling', 'identity']

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
const platform = await startPlatform({ dataDir })
const heard = new Map<string, () => void>()
const watching = watchSources(repositoryRoot, platform, (line) => heard.get(line.split(' ')[0]!)?.())

const isReady = async (service: string): Promise<boolean> => {
  const { ops } = platform.services[service]![0]!
  return fetch(`${ops}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}

const restartSeconds = async (service: string): Promise<number> => {
  const again = new Promise<void>((resolve) => heard.set(service, resolve))
  const since = performance.now()
  const now = new Date()
  utimesSync(join(repositoryRoot, 'services', service, 'src/service.ts'), now, now)
  await again
  while (!(await isReady(service))) await pause(5)
  return (performance.now() - since) / 1000
}

const seconds: Record<string, number[]> = {}
try {
  for (let round = 0; round < rounds; round += 1)
    for (const service of services) (seconds[service] ??= []).push(await restartSeconds(service))
} finally {
  watching.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

await report({
  id: 'restart',
  title: 'npm run dev: time from saving a file until the service is ready',
  unit: 's',
  results: seconds,
  goals: [
    {
      goal: 'slowest service ready after a saved change (s)',
      value: Math.max(...Object.values(seconds).map(median)),
      atMost: 2,
    },
  ],
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlatform, type Platform } from '@wp/local-platform'
import { bundleOf } from '../../deploy/local/src/bundle/bundle-folder.ts'
import { median, report } from './measure.ts'
import { residentMbOf } from './parts/process-memory.ts'

// G14: measures the time until every route answers, and the memory of idle services.

const rounds = 3
const idleMs = 5_000

const memoryOf = ({ services }: Platform): Record<string, number> =>
  Object.fromEntries(
    Object.values(services)
      .flat()
      .map(({ name, pid }) => [name, residentMbOf(pid)]),
  )

const seconds: number[] = []
const memory: Record<string, number[]> = {}

for (let round = 0; round < rounds; round += 1) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
  const since = performance.now()
  const platform = await startPlatform({ dataDir, programOf: bundleOf })
  try {
    seconds.push((performance.now() - since) / 1000)
    await pause(idleMs)
    for (const [name, megabytes] of Object.entries(memoryOf(platform))) (memory[name] ??= []).push(megabytes)
  } finally {
    await platform.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await report({
  id: 'start',
  title: 'Time from start to ready',
  unit: 's',
  results: { platform: seconds },
  goals: [{ goal: 'G14 time from start to ready (s)', value: median(seconds), atMost: 20 }],
})
await report({
  id: 'memory',
  title: 'Resident memory of idle services',
  unit: 'MB',
  results: memory,
  goals: [
    {
      goal: 'G14 memory of the largest idle service (MB)',
      value: Math.max(...Object.values(memory).map(median)),
      atMost: 140,
    },
  ],
})

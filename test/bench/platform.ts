// G14: from the first process to the last ready service, and what an idle service keeps in memory.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlatform } from '@wp/local'
import { median, report } from './measure.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const idleMs = 10_000
const pageBytes = 4096

/** Resident memory of a process in MB, as Linux counts it. */
const residentMb = (pid: number): number =>
  (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * pageBytes) / 1e6

const results: Record<string, number[]> = { 'start to ready (s)': [] }

for (let round = 0; round < rounds; round += 1) {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
  const began = performance.now()
  const platform = await startPlatform({ dataDir })
  try {
    results['start to ready (s)']!.push((performance.now() - began) / 1000)
    await pause(idleMs)
    for (const [name, instances] of Object.entries(platform.services))
      for (const { pid } of instances) (results[`${name} (MB)`] ??= []).push(residentMb(pid!))
  } finally {
    await platform.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

const { 'start to ready (s)': starts, ...memory } = results
const largest = Math.max(...Object.values(memory).map(median))

await report({
  id: 'platform',
  title: 'G14: start and memory of the whole platform',
  unit: 's or MB',
  results,
  goals: [
    { goal: 'start to ready, seconds', value: median(starts!), atMost: 20 },
    { goal: 'resident memory of the largest idle service, MB', value: largest, atMost: 140 },
  ],
})

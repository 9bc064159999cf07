// G22: CPU time and memory of the whole platform without requests, run as `npm start` runs it, next to processes with
// only a service's libraries; and the CPU time of a signup in all processes, next to the same work without services.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlatform } from '@wp/local-platform'
import { createMetrics } from '@wp/telemetry'
import { readMetrics } from '@wp/testing'
import { bundleOf } from '../../deploy/local/src/bundle/bundle-folder.ts'
import { createPasswordHasher } from '../../services/identity/src/crypto/password-hashing.ts'
import { median, report, round, startServer } from './measure.ts'
import { call, newSignups } from './parts/by-size.ts'
import { cpuMicrosOf } from './parts/process-cpu.ts'
import { fileMbOf, proportionalMbOf } from './parts/process-memory.ts'
import { countConsumers, openSignupFloor, perSignup, signupWorkOf } from './parts/signup-floor.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const idleSeconds = 20
/** Jobs without work become idle after 10 s, and what runs every few seconds is compiled in the first minutes. */
const settleMs = 180_000
const signupsPerRound = 20
/** Enough for the effects of the last signup to arrive at every service. */
const effectsMs = 2_000
const hashName = 'the hash of its password alone'
const floorName = 'its statements, commits and events with bare drivers'
/** The service whose memory is taken apart. */
const largest = 'labs'
/** The processes that are not services. */
const servers = ['nats', 'mongodb']
const bareName = 'a process with servers and a connection to the database'
const consumingName = 'the same with the consumers of a service'

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-idle-'))
const unlimited = `${1_000_000_000}`
const platform = await startPlatform({
  dataDir,
  programOf: bundleOf,
  env: { RATE_LIMIT_DEFAULT: unlimited, RATE_LIMIT_SIGNUP: unlimited },
})
process.env['BENCH_MONGODB_URL'] = platform.mongoUrl
process.env['BENCH_NATS_URL'] = platform.natsUrl
const startBare = (consumers: number) =>
  startServer(new URL('./idle.server.ts', import.meta.url), `${consumers}`)
const services = platform.processes().length - servers.length
const consumers = Math.round((await countConsumers(platform.natsUrl)) / services)
const bare = { [bareName]: await startBare(0), [consumingName]: await startBare(consumers) }
const floor = await openSignupFloor(platform)
try {
  const pids = (): Record<string, number> =>
    Object.fromEntries(platform.processes().map(({ name, pid }) => [name, pid!]))
  const cpu = (): Record<string, number> =>
    Object.fromEntries(Object.entries(pids()).map(([name, pid]) => [name, cpuMicrosOf(pid)]))
  /** Returns the CPU time of each process during some work, in milliseconds. */
  const cpuWhile = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const before = cpu()
    await work()
    return Object.fromEntries(
      Object.entries(cpu()).map(([name, micros]) => [name, (micros - before[name]!) / 1000]),
    )
  }
  const record = (
    into: Record<string, number[]>,
    each: Record<string, number>,
    total = 'all processes',
  ): void => {
    const all = Object.values(each).reduce((sum, value) => sum + value, 0)
    for (const [name, value] of Object.entries({ ...each, [total]: all })) (into[name] ??= []).push(value)
  }
  const divide = (values: Record<string, number>, by: number): Record<string, number> =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value / by]))

  /** Returns what a service's memory consists of, in MB. */
  const partsOf = async (name: string): Promise<Record<string, number>> => {
    const read = await readMetrics(platform.services[name]![0]!.ops)
    const megabytes = (metric: string, label?: string): number => read(metric, label) / 1024 / 1024
    const heap = megabytes('nodejs_heap_size_total_bytes')
    const code = megabytes('nodejs_heap_space_size_used_bytes', 'space="code"')
    const used = megabytes('nodejs_heap_size_used_bytes')
    const external = megabytes('nodejs_external_memory_bytes')
    const program = fileMbOf(pids()[name])
    const whole = proportionalMbOf(pids()[name])
    return {
      'programs and libraries, its share': program,
      'heap: compiled code': code,
      'heap: everything else in use': used - code,
      'heap: free': heap - used,
      'buffers and source text outside the heap': external,
      'native memory: V8, threads, OpenSSL': whole - program - heap - external,
    }
  }

  await pause(settleMs)
  const [idle, memory, parts, signup]: Record<string, number[]>[] = [{}, {}, {}, {}]
  for (let round = 0; round < rounds; round += 1) {
    const bareBefore = await Promise.all(Object.values(bare).map((each) => each.cpuMicros()))
    record(idle!, divide(await cpuWhile(() => pause(idleSeconds * 1000)), idleSeconds))
    for (const [at, [name, each]] of Object.entries(bare).entries())
      (idle![name] ??= []).push(((await each.cpuMicros()) - bareBefore[at]!) / 1000 / idleSeconds)
    record(
      memory!,
      Object.fromEntries(Object.entries(pids()).map(([name, pid]) => [name, proportionalMbOf(pid)])),
    )
    record(parts!, await partsOf(largest), 'all of it')
  }
  const idleShare = divide(
    Object.fromEntries(Object.entries(idle!).map(([name, values]) => [name, median(values)])),
    1000,
  )
  const newSignup = await newSignups(platform, 'pro')
  const signUpSome = async (): Promise<void> => {
    for (let index = 0; index < signupsPerRound; index += 1)
      await call(`${platform.gatewayUrl}/v1/signup`, newSignup())
    await pause(effectsMs)
  }
  const hasher = createPasswordHasher(createMetrics('bench'))
  /** Returns the CPU time of hashing a password in this process, in milliseconds. */
  const hashMs = async (): Promise<number> => {
    const before = process.cpuUsage()
    for (let index = 0; index < signupsPerRound; index += 1) await hasher.hash(newSignup().password)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000 / signupsPerRound
  }
  const serversShare = servers.reduce((sum, name) => sum + idleShare[name]!, 0)
  await signUpSome()
  for (let round = 0; round < rounds; round += 1) {
    const since = performance.now()
    const workBefore = await signupWorkOf(platform)
    const used = await cpuWhile(signUpSome)
    const work = perSignup(workBefore, await signupWorkOf(platform), signupsPerRound)
    const ms = performance.now() - since
    // Minus the processes' idle usage.
    const added = Object.entries(used).map(([name, value]): [string, number] => [
      name,
      Math.max(0, value - ms * idleShare[name]!),
    ])
    record(signup!, divide(Object.fromEntries(added), signupsPerRound))
    ;(signup![hashName] ??= []).push(await hashMs())
    ;(signup![floorName] ??= []).push(await floor.measure(work, signupsPerRound, serversShare))
  }

  const serversMs = median(idle!['nats']!) + median(idle!['mongodb']!)
  const idleFloor = services * median(idle![consumingName]!) + serversMs
  const [hash, drivers] = [median(signup![hashName]!), median(signup![floorName]!)]
  await report({
    id: 'idle',
    title: 'CPU time of the idle platform',
    unit: 'ms CPU per second',
    results: idle!,
    goals: [
      { goal: 'G22 idle platform (ms CPU per second)', value: median(idle!['all processes']!), atMost: 40 },
    ],
    note: `The floor is ${round(idleFloor)} ms: ${services} processes with nothing but their servers, a connection to the database and ${consumers} NATS consumers each (${round(services * median(idle![consumingName]!))} ms, of it ${round(services * median(idle![bareName]!))} ms without the consumers), and NATS and the embedded database as they are (${round(serversMs)} ms).`,
  })
  await report({
    id: 'idle-memory',
    title: 'Memory of the idle platform, where shared memory counts once',
    unit: 'MB',
    results: memory!,
    goals: [{ goal: 'G22 idle platform (MB)', value: median(memory!['all processes']!), atMost: 1000 }],
  })
  await report({
    id: 'idle-memory-parts',
    title: `What the memory of ${largest} consists of`,
    unit: 'MB',
    results: parts!,
    goals: [],
  })
  await report({
    id: 'signup',
    title: 'CPU time of a signup, with its effects in every service',
    unit: 'ms CPU',
    results: signup!,
    goals: [{ goal: 'G22 signup (ms CPU)', value: median(signup!['all processes']!), atMost: 40 }],
    note: `The floor is ${round(hash + drivers)} ms: the hash of the password (argon2id, ${round(hash)} ms), and the same statements, commits and published events with the bare drivers (${round(drivers)} ms).`,
  })
} finally {
  for (const each of Object.values(bare)) await each.stop()
  await floor.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

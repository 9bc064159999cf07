// G23: latency of other workspaces while one workspace, or one address without a token, sends as many
// requests as it can and, for comparison, while another program uses all cores, because the flood needs CPU
// time too.
import { fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startPlatform } from '@wp/local-platform'
import { Pool } from 'undici'
import { bundleOf } from '../../deploy/local/src/bundle/bundle-folder.ts'
import { alternate, ratio, report, round } from './measure.ts'
import { call, signUp } from './parts/by-size.ts'

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 7)
const seconds = Number(process.env['BENCH_SECONDS'] ?? 8)
const neighbourCount = 5
/** Each neighbor sends this many requests per second, half of the limit per address. */
const perSecond = 10
const clientCount = 60
/** Enough addresses that the limit per address does not stop the flood of a workspace. */
const floodAddresses = 10_000
const startMs = 1000

type Member = { token: string; workspaceId: string; address: string }

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-neighbours-'))
const platform = await startPlatform({
  dataDir,
  programOf: bundleOf,
  services: ['identity', 'admin-billing', 'scheduling', 'gateway'],
  env: { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'fatal' },
})
const pool = new Pool(platform.gatewayUrl, { connections: 64, pipelining: 1 })
try {
  const newMember = async (number: number): Promise<Member> => {
    const { token, workspaceId } = await signUp(platform, 'pro')
    const url = `${platform.services['scheduling']![0]!.http}/workspace/${workspaceId}/clients`
    for (let index = 0; index < clientCount; index += 1)
      await call(url, { name: `Client ${index}` }, { authorization: `Bearer ${token}` })
    return { token, workspaceId, address: `192.0.2.${number}` }
  }
  const neighbours: Member[] = []
  for (let number = 1; number <= neighbourCount; number += 1) neighbours.push(await newMember(number))
  const greedy = await newMember(250)
  const refused: number[] = []

  /**
   * Sends at a constant rate, whether or not earlier requests were answered, and returns the 99th percentile
   * in ms.
   */
  const p99 = async (): Promise<number> => {
    const times: number[] = []
    const started = performance.now()
    const ask = async ({ token, workspaceId, address }: Member, due: number): Promise<void> => {
      await pause(Math.max(0, due - performance.now()))
      const path = `/v1/workspace/${workspaceId}/clients?limit=20`
      const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
      const reply = await pool.request({ method: 'GET', path, headers })
      await reply.body.dump()
      if (reply.statusCode !== 200) refused.push(reply.statusCode)
      times.push(performance.now() - due)
    }
    await Promise.all(
      neighbours.flatMap((member, place) =>
        Array.from({ length: seconds * perSecond }, (_, index) =>
          ask(member, started + ((index + place / neighbourCount) * 1000) / perSecond),
        ),
      ),
    )
    return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)]!
  }

  const during = (path: string, token: string, addresses: number) => async (): Promise<number> => {
    const flood = fork(new URL('./neighbours.flood.ts', import.meta.url), [
      platform.gatewayUrl,
      path,
      token,
      String(addresses),
    ])
    const ended = new Promise((resolve) => flood.once('exit', resolve))
    try {
      await pause(startMs)
      return await p99()
    } finally {
      flood.disconnect()
      await ended
    }
  }
  const whileCoresAreBusy = async (): Promise<number> => {
    const programs = Array.from({ length: availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);']),
    )
    try {
      await pause(startMs)
      return await p99()
    } finally {
      for (const program of programs) program.kill('SIGKILL')
    }
  }
  const list = `/v1/workspace/${greedy.workspaceId}/clients?limit=20`
  const subjects = {
    quiet: p99,
    'flood by a workspace': during(list, greedy.token, floodAddresses),
    'flood by an address': during('/v1/public/plans', '', 1),
    'another program on all cores': whileCoresAreBusy,
  }
  await p99()
  const results = await alternate(subjects, rounds)
  const overFloor = (subject: keyof typeof subjects): number =>
    round(ratio(results[subject], results['another program on all cores']))
  await report({
    id: 'neighbours',
    title: `99th percentile of ${neighbourCount} workspaces while another caller sends as many requests as it can`,
    unit: 'ms',
    results,
    goals: [
      {
        goal: 'G23 99th percentile of others: flood by a workspace / quiet',
        value: ratio(results['flood by a workspace'], results.quiet),
        atMost: 3,
      },
      {
        goal: 'G23 99th percentile of others: flood by an address / quiet',
        value: ratio(results['flood by an address'], results.quiet),
        atMost: 3,
      },
      { goal: 'G23 refused requests of others', value: refused.length, atMost: 0 },
    ],
    note:
      `The sender of the flood runs on the ${availableParallelism()} cores of the platform. "Another program on all cores" shows what ` +
      'waiting for a core costs others without any flood; the 99th percentile during floods is ' +
      `${overFloor('flood by a workspace')} and ${overFloor('flood by an address')} times that.`,
  })
} finally {
  await pool.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newId } from '@wp/kernel'
import { startPlatform, type Platform } from '@wp/local-platform'
import { alternate, cpuPerRequest, median, report, startServer } from '../measure.ts'
import type { BenchRequest, BenchServer } from '../measure.ts'

export const requestCount = Number(process.env['BENCH_REQUESTS'] ?? 150)

type BySize = {
  /** The measured service. Its server is `<id>.server.ts`, or `<service>.server.ts` without an id. */
  service: string
  id?: string
  title: string
  /** The name of the records that `sizes` counts. */
  noun: string
  sizes: readonly [number, ...number[]]
  /** Other services that the measured service calls. */
  peers: string[]
  /** Returns the requests by name; may set environment variables that the server reads. */
  prepare: (platform: Platform) => Promise<Record<string, BenchRequest[]>> | Record<string, BenchRequest[]>
}

/**
 * G13: the cost of a reply must not grow with the amount of data. Runs the service and its database once per size and
 * compares the CPU time per request of both with that of the smallest size.
 */
export const benchBySize = async ({ service, id = service, title, noun, sizes, peers, prepare }: BySize) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-'))
  const platform = await startPlatform({ dataDir, services: peers })
  const servers = new Map<number, BenchServer>()
  try {
    process.env['CREDENTIALS_DIR'] = join(platform.credentialsDir, service)
    for (const peer of peers)
      process.env[`${peer.toUpperCase().replaceAll('-', '_')}_RPC`] = platform.services[peer]![0]!.rpc!
    const kinds = await prepare(platform)
    for (const size of sizes)
      servers.set(size, await startServer(new URL(`../${id}.server.ts`, import.meta.url), `${size}`))

    const results: Record<string, number[]> = {}
    const goals = []
    for (const [kind, calls] of Object.entries(kinds)) {
      const measure = (size: number) => cpuPerRequest(servers.get(size)!, calls, requestCount)
      const name = (size: number) => `${kind}, ${size} ${noun}`
      for (const size of sizes) await measure(size) // Warms up the service.
      const rounds = await alternate(
        Object.fromEntries(sizes.map((size) => [name(size), () => measure(size)])),
      )
      Object.assign(results, rounds)
      const costOf = (size: number) => median(rounds[name(size)]!)
      for (const size of sizes.slice(1))
        goals.push({
          goal: `G13 ${kind}: ${size} / ${sizes[0]} ${noun}`,
          value: costOf(size) / costOf(sizes[0]),
          atMost: 1.5,
        })
    }
    await report({ id, title, unit: 'µs CPU', results, goals })
  } finally {
    for (const server of servers.values()) await server.stop()
    await platform.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Creates a GET request that expects 200. */
export const get = (path: string, token?: string): BenchRequest => ({
  method: 'GET',
  path,
  headers: token ? { authorization: `Bearer ${token}` } : {},
  status: 200,
})

/** Sends JSON and returns the parsed reply. */
export const call = async <Reply>(
  url: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  const json = { 'content-type': 'application/json', ...headers }
  const reply = await fetch(url, body && { method: 'POST', headers: json, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${url} answered ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as Reply
}

/** Returns a function that makes the body of a signup for a plan and a business category of the platform. */
export const newSignups = async (
  { services }: Platform,
  planSlug?: string,
): Promise<() => { email: string; password: string }> => {
  const billing = services['admin-billing']![0]!.http
  const [{ plans }, { businessCategories }] = await Promise.all([
    call<{ plans: { id: string; slug: string }[] }>(`${billing}/public/plans`),
    call<{ businessCategories: { slug: string }[] }>(`${billing}/public/business-categories`),
  ])
  return () => ({
    email: `${newId()}@shop.example`,
    password: 'bench-password-1',
    phone: '+14155550123',
    planId: (plans.find(({ slug }) => slug === planSlug) ?? plans[0]!).id,
    businessCategorySlug: businessCategories[0]!.slug,
  })
}

/** Signs up the owner of a new workspace; needs identity and admin-billing. */
export const signUp = async (
  platform: Platform,
  planSlug?: string,
): Promise<{ token: string; workspaceId: string; email: string; password: string }> => {
  const body = (await newSignups(platform, planSlug))()
  const { token, workspace } = await call<{ token: string; workspace: { id: string } }>(
    `${platform.services['identity']![0]!.http}/signup`,
    body,
  )
  return { token, workspaceId: workspace.id, email: body.email, password: body.password }
}

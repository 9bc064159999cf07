import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { join } from 'node:path'
import { createPlatformClient } from '@workspace-platform/client'
import { contests } from '@workspace-platform/client/contests'
import { finance } from '@workspace-platform/client/finance'
import { identity } from '@workspace-platform/client/identity'
import { labs } from '@workspace-platform/client/labs'
import { pos } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import { repositoryRoot } from '@wp/local-platform'
import { eventually, platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const main = join(repositoryRoot, 'deploy/local/src/demo/main.ts')

const runDemo = async (): Promise<string> => {
  const child = spawn(process.execPath, [main, '--url', platform().gatewayUrl], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(errors).toBe('')
  return output
}

const logIn = async (email: string, password: string) => {
  const client = createPlatformClient({ url: platform().gatewayUrl })
  await client.use(identity).login({ body: { email, password } })
  return client
}

const collect = async <T>(list: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const one of list) found.push(one)
  return found
}

describe('npm run demo', () => {
  it('fills every part of a workspace and prints working logins and addresses', async () => {
    const output = await runDemo()
    // `npm start` allows 1,200 requests per minute and address.
    expect(Number(/with (\d+) requests/.exec(output)![1])).toBeLessThan(1_000)
    const logins = [...output.matchAll(/^ {2}(Owner|Staff) +(\S+) {2}(\S+)$/gm)]
    expect(logins.map(([, who]) => who)).toEqual(['Owner', 'Staff', 'Staff', 'Staff', 'Staff'])
    for (const [, , email, password] of logins) await logIn(email!, password!)
    const owner = await logIn(logins[0]![2]!, logins[0]![3]!)
    const shopPage = /^ {2}Shop +(\S+)$/m.exec(output)![1]!
    expect(await (await fetch(shopPage)).text()).toContain('Rose hand cream')
    const contestPage = /^ {2}Contest +(\S+)$/m.exec(output)![1]!
    expect((await fetch(contestPage)).status).toBe(200)

    const calendar = owner.use(scheduling)
    expect((await collect(calendar.listClients.each())).length).toBe(24)
    const sessions = await collect(calendar.listSessions.each())
    expect(sessions.length).toBeGreaterThanOrEqual(100)
    expect(new Set(sessions.map(({ status }) => status))).toEqual(
      new Set(['cancelled', 'completed', 'scheduled']),
    )

    const invoices = await collect(owner.use(pos).listInvoices.each({ query: { status: 'paid' } }))
    expect(invoices.length).toBe(22)
    const orders = await collect(owner.use(storefront).listOrders.each())
    expect(new Set(orders.map(({ status }) => status))).toEqual(
      new Set(['cancelled', 'confirmed', 'fulfilled', 'pending']),
    )

    const books = owner.use(finance)
    const booked = async () => {
      const incomes = await collect(books.listIncomes.each())
      expect(incomes.filter(({ reference }) => reference?.type === 'invoice').length).toBeGreaterThan(20)
    }
    await eventually(booked, { everyMs: 200 })
    expect((await collect(books.listExpenses.each())).length).toBeGreaterThanOrEqual(12)

    const items = (await collect(owner.use(labs).listTests.each())).flatMap((test) => test.items)
    expect(new Set(items.map(({ flag }) => flag))).toEqual(new Set(['low', 'normal', 'high']))
    expect(items.some(({ isCritical }) => isCritical)).toBe(true)

    const [contest] = await collect(owner.use(contests).listContests.each())
    const attempts = await collect(
      owner.use(contests).listAttempts.each({ params: { contestId: contest!.id } }),
    )
    expect(attempts.filter(({ status }) => status === 'submitted')).toHaveLength(6)
    const [job] = await collect(owner.use(storefront).listJobs.each())
    expect(job).toMatchObject({ status: 'processing', progress: 60, step: 'drawing the picture' })
  })

  it('explains what to do when no platform is running', async () => {
    const child = spawn(process.execPath, [main, '--url', 'http://127.0.0.1:1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const [, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
    expect(errors).toContain('Start the platform with npm start.')
  })
})

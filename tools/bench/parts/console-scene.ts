import { setTimeout as pause } from 'node:timers/promises'
import type { Platform } from '@wp/local-platform'
import { call, signUp } from './by-size.ts'

export type ConsoleScene = {
  /** The address of the console. */
  url: string
  email: string
  password: string
  clientName: string
  serviceName: string
}

/** Creates a workspace with a staff member's calendar, a service and many clients. */
export const consoleScene = async (platform: Platform, clientCount: number): Promise<ConsoleScene> => {
  const { token, workspaceId, email, password } = await signUp(platform, 'pro')
  const headers = { authorization: `Bearer ${token}` }
  const base = `${platform.gatewayUrl}/v1/workspace/${workspaceId}`
  const serviceName = 'Color and cut'
  await call(`${base}/services`, { name: serviceName, durationMinutes: 60, price: 350 }, headers)
  await importClients(base, headers, clientCount)
  return { url: `${platform.gatewayUrl}/console`, email, password, clientName: 'Client 00042', serviceName }
}

const importClients = async (base: string, headers: Record<string, string>, count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, index) => `Client ${String(index).padStart(5, '0')}`)
  const body = new FormData()
  body.set('file', new Blob([['name', ...rows].join('\n')], { type: 'text/csv' }), 'clients.csv')
  const reply = await fetch(`${base}/clients/import`, { method: 'POST', headers, body })
  if (!reply.ok) throw new Error(`the import answered ${reply.status} ${await reply.text()}`)
  const { job } = (await reply.json()) as { job: { id: string } }
  for (;;) {
    const found = await fetch(`${base}/jobs/${job.id}`, { headers })
    const { status } = ((await found.json()) as { job: { status: string } }).job
    if (status === 'done') return
    if (status === 'failed') throw new Error('the import failed')
    await pause(200)
  }
}

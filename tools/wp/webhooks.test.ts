import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listenToWebhooks } from './webhooks.ts'

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`
const body = JSON.stringify({ id: 'e1', type: 'client.created', data: { client: { id: 'c1' } } })

const startListening = async (options: { secret?: string; status?: number } = {}) => {
  const printed: string[] = []
  const server = await listenToWebhooks({
    port: 0,
    secret: options.secret,
    status: options.status ?? 200,
    write: (text) => void printed.push(text),
  })
  onTestFinished(async () => {
    server.close()
    await once(server, 'close')
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = (signedWith = secret) => {
    const at = new Date()
    const headers = {
      'webhook-id': 'e1',
      'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
      'webhook-signature': new Webhook(signedWith).sign('e1', at, body),
      connection: 'close',
    }
    return fetch(url, { method: 'POST', headers, body })
  }
  return { printed, send }
}

describe('listenToWebhooks', () => {
  it('prints the type, the id and the body of a delivery with a valid signature', async () => {
    const { printed, send } = await startListening({ secret })
    expect((await send()).status).toBe(200)
    expect(printed).toEqual([
      expect.stringMatching(/^client\.created e1 \(signature valid\)\n\{\n {2}"id": "e1"/),
    ])
  })

  it('reports a wrong signature', async () => {
    const { printed, send } = await startListening({ secret })
    await send(`whsec_${Buffer.alloc(32, 2).toString('base64')}`)
    expect(printed[0]).toContain('SIGNATURE INVALID')
  })

  it('answers with the chosen status, and verifies nothing without a secret', async () => {
    const { printed, send } = await startListening({ status: 503 })
    expect((await send()).status).toBe(503)
    expect(printed[0]).toContain('signature not verified')
  })
})

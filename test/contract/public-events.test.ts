import { workspacePermissions } from '@wp/auth'
import { publicEventsOf } from '@wp/bus'
import { ServiceDeclaration } from '@wp/credentials'
import { readDeclarations } from '@wp/credentials/setup'
import { contracts } from '@wp/gateway/contracts'
import { repositoryRoot } from '@wp/local-platform'
import { newWorkspace, platform } from '@wp/testing'
import * as webhooks from '@wp/webhooks/contract'
import { describe, expect, it } from 'vitest'

const permissions = [
  'owner',
  ...Object.keys(workspacePermissions),
  ...[...readDeclarations(repositoryRoot).values()].flatMap((declaration) =>
    Object.keys(ServiceDeclaration.parse(declaration).permissions),
  ),
]
const events = (await contracts()).flatMap(({ exported }) => publicEventsOf(exported))
const types = events.flatMap(({ publicTypes }) => publicTypes)

/** Subscribes to channels over one WebSocket and returns the types of the answers. */
const subscribeTo = (token: string, channels: string[]) =>
  new Promise<Record<string, string>>((resolve, reject) => {
    const url = `${platform().gatewayUrl}/v1/realtime`.replace('http', 'ws')
    const socket = new WebSocket(url, ['wp.v1', `bearer.${token}`])
    const answers: Record<string, string> = {}
    const waiting = [...channels]
    const next = () => {
      const channel = waiting.shift()
      if (channel !== undefined) return socket.send(JSON.stringify({ type: 'subscribe', channel }))
      resolve(answers)
      socket.close()
    }
    socket.onmessage = ({ data }) => {
      const { type, channel = '' } = JSON.parse(String(data)) as { type: string; channel?: string }
      if (type === 'event') return
      if (type !== 'ready') answers[channel] = type
      // A client may send 20 messages a second.
      setTimeout(next, 60)
    }
    socket.onclose = ({ code }) => reject(new Error(`closed with ${code}`))
  })

describe('each public event of a contract', () => {
  it('has types that occur once and a permission that exists', () => {
    expect(types).toContain('session.status_changed')
    expect(types.filter((type, at) => types.indexOf(type) !== at)).toEqual([])
    expect(events.filter(({ permission }) => !permissions.includes(permission))).toEqual([])
  })

  it('is offered to webhook endpoints', async () => {
    const { api } = await newWorkspace(webhooks)
    const made = await api.createWebhookEndpoint({ url: 'https://hooks.example/all', events: types })
    expect([made.status, made.body.webhookEndpoint?.events]).toEqual([201, types])
  })

  it('has a channel in realtime, unless it declares none', async () => {
    const { token } = await newWorkspace()
    const channels = events.flatMap(({ channel }) => (channel === null ? [] : [channel]))
    expect(await subscribeTo(token, channels)).toEqual(
      Object.fromEntries(channels.map((channel) => [channel, 'subscribed'])),
    )
  })
})

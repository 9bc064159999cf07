import { createPlatformClient } from '@workspace-platform/client'
import { verifyWebhook, type WebhookEvent } from '@workspace-platform/client/verify-webhook'
import { webhooks } from '@workspace-platform/client/webhooks'
import * as identity from '@wp/identity/contract'
import { newWorkspace, platform } from '@wp/testing'
import { startReceiver, verify } from '@wp/webhooks/test/receiver'
import { onTestFinished } from 'vitest'

/** Creates a workspace, and the API key of a program with these permissions. */
export const openApp = async (name: string, permissions: string[]) => {
  const { api, workspaceId, token } = await newWorkspace(identity, { name })
  const url = platform().gatewayUrl
  const owner = createPlatformClient({ url, session: { token, refreshToken: null, workspaceId } })
  const { apiKey, secret } = (await api.createApiKey({ name: 'Website', permissions })).body
  const app = createPlatformClient({ url, apiKey: secret, workspaceId })
  return { api, owner, app, visitor: createPlatformClient({ url }), apiKey, workspaceId }
}

/**
 * Registers an endpoint for the events and passes each to `onEvent` once, after it was verified with the client and
 * with the official library. Returns the events in the order of their arrival.
 */
export const receiveEvents = async (
  manager: ReturnType<typeof createPlatformClient>,
  types: string[],
  onEvent: (event: WebhookEvent) => Promise<unknown> = () => Promise.resolve(),
) => {
  const receiver = await startReceiver()
  onTestFinished(receiver.close)
  const events: WebhookEvent[] = []
  let secret = ''
  receiver.answer((received, response) => {
    const work = async () => {
      const event = await verifyWebhook(received.text, received.headers, secret)
      verify(secret, received)
      if (events.some(({ id }) => id === event.id)) return
      events.push(event)
      await onEvent(event)
    }
    work().then(
      () => response.writeHead(204).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  })
  const { createWebhookEndpoint, listDeliveries } = manager.use(webhooks)
  const made = await createWebhookEndpoint({ body: { url: `${receiver.url}/hooks`, events: types } })
  secret = made.secret
  const params = { endpointId: made.webhookEndpoint.id }
  return {
    url: receiver.url,
    events,
    typesOf: () => events.map(({ type }) => type),
    listDeliveries: async () => (await listDeliveries({ params })).deliveries,
  }
}

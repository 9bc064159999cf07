import { describe, expect, it } from 'vitest'
import { asyncApiDocument, openApiDocument } from './documents.ts'

type Message = { name: string; examples?: { payload: { type: string; data: object } }[] }

describe('asyncApiDocument', () => {
  it('describes every type of webhook with an example', async () => {
    const { channels, components } = await asyncApiDocument()
    const { webhooks } = channels as unknown as { webhooks: { messages: Record<string, { $ref: string }> } }
    const types = Object.keys(webhooks.messages)
    expect(types).toEqual(
      expect.arrayContaining(['client.created', 'lab_result.amended', 'subscription.changed']),
    )
    for (const type of types) {
      const message = (components.messages as Record<string, Message>)[type]
      expect(message?.examples?.[0]?.payload).toMatchObject({ type, apiVersion: 'v1' })
      expect(Object.values(message!.examples![0]!.payload.data)[0]).toHaveProperty('id')
    }
  })
})

describe('openApiDocument', () => {
  it('describes the same types of webhooks with the same examples', async () => {
    const [openApi, { components }] = [await openApiDocument(), await asyncApiDocument()]
    const messages = components.messages as Record<string, Message>
    const types = Object.keys(messages).filter((type) => !type.startsWith('wp.'))
    expect(Object.keys(openApi.webhooks!).toSorted()).toEqual(types.toSorted())
    for (const type of types) {
      const { content } = openApi.webhooks![type]!.post.requestBody
      expect(content['application/json']!.example).toEqual(messages[type]!.examples![0]!.payload)
    }
    expect(openApi.tags.find(({ name }) => name === 'Webhook events')?.description).toContain('endpoints')
  })
})

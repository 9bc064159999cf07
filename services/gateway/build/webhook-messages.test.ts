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

  it('describes the messages of the WebSocket and the events of every channel', async () => {
    const document = await asyncApiDocument()
    const { messages, schemas } = document.components as {
      messages: Record<string, Message>
      schemas: Record<string, { properties: { event: { enum: string[] } } }>
    }
    expect(Object.keys(messages).filter((name) => name.startsWith('realtime.'))).toHaveLength(11)
    expect(schemas['realtime.event']!.properties.event.enum).toEqual(
      expect.arrayContaining(['job.progress', 'lab.critical', 'session.status_changed', 'attempt.submitted']),
    )
    expect(JSON.stringify(document.channels)).toContain('lab_tests (labs.view)')
    const text = JSON.stringify(document)
    for (const [, path] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
      if (path!.startsWith('$defs')) continue
      expect([path, valueAt(document, path!)]).toEqual([path, expect.anything()])
    }
  })
})

const valueAt = (document: unknown, path: string): unknown =>
  path.split('/').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], document)
describe('openApiDocument', () => {
  it('describes the same types of webhooks with the same examples', async () => {
    const [openApi, { components }] = [await openApiDocument(), await asyncApiDocument()]
    const messages = components.messages as Record<string, Message>
    const types = Object.keys(messages).filter((type) => !/^(wp|realtime)\./.test(type))
    expect(Object.keys(openApi.webhooks!).toSorted()).toEqual(types.toSorted())
    for (const type of types) {
      const { content } = openApi.webhooks![type]!.post.requestBody
      expect(content['application/json']!.example).toEqual(messages[type]!.examples![0]!.payload)
    }
    expect(openApi.tags.find(({ name }) => name === 'Webhook events')?.description).toContain('endpoints')
  })
})

import { newStaff, newWorkspace, platform } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

const text = { subject: 'Booked: {{booking.date}}', body: 'Dear {{customer.name}},\n\nsee you.' }

describe('GET /workspace/:workspaceId/message-templates', () => {
  it("returns every type with the platform's texts in the workspace's languages", async () => {
    const { api } = await newWorkspace(contract)
    await api.updateWorkspace({ languages: ['ar', 'en'] })
    const { body } = await api.listMessageTemplates()
    expect(body.messageTemplates.map(({ type }) => type)).toEqual([
      'booking.confirmed',
      'booking.changed',
      'booking.cancelled',
      'booking.reminder',
      'order.received',
      'order.confirmed',
      'order.fulfilled',
      'order.cancelled',
      'order.refunded',
      'invoice.sent',
      'lab_report.ready',
    ])
    const [first] = body.messageTemplates
    expect(first).toMatchObject({ isEnabled: true, channels: ['email'], texts: {}, updatedAt: null })
    expect(Object.keys(first!.defaultTexts).toSorted()).toEqual(['ar', 'en'])
    expect(first!.placeholders).toContain('booking.date')
  })
})

describe('PUT /workspace/:workspaceId/message-templates/:type', () => {
  it('replaces a template and records it in the audit log', async () => {
    const { api } = await newWorkspace(contract)
    const params = { type: 'booking.confirmed' } as const
    const body = { isEnabled: false, channels: ['sms', 'email'], texts: { en: text } } as const
    const changed = await api.updateMessageTemplate({ params, body: { ...body, channels: ['sms', 'email'] } })
    expect(changed.body.messageTemplate).toMatchObject({
      ...params,
      isEnabled: false,
      channels: ['sms', 'email'],
      texts: { en: { ...text, sms: null } },
    })
    const again = await api.updateMessageTemplate({ params, body: {} })
    expect(again.body.messageTemplate).toMatchObject({ isEnabled: true, channels: ['email'], texts: {} })
    const { entries } = (await api.listWorkspaceAudit({ query: { action: 'message-template.updated' } })).body
    expect(entries).toMatchObject([{ targetId: params.type }, { targetId: params.type }])
  })

  it.each([
    [{ texts: { en: { ...text, body: '{{order.total}}' } } }, 'texts.en.body'],
    [{ texts: { en: { ...text, subject: 'two\nlines' } } }, 'texts.en.subject'],
    [{ texts: { en: { ...text, subject: 'x'.repeat(201) } } }, 'texts.en.subject'],
    [{ texts: { en: { ...text, sms: '{{unknown}}' } } }, 'texts.en.sms'],
    [{ texts: { xx: text } }, 'texts'],
    [{ channels: [] }, 'channels'],
    [{ channels: ['sms', 'sms'] }, 'channels'],
  ])('rejects %j', async (body, path) => {
    const { api } = await newWorkspace(contract)
    const reply = await api.updateMessageTemplate.raw({ params: { type: 'booking.confirmed' }, body })
    expect(reply).toFailWith(422, 'VALIDATION_FAILED')
    expect(reply.body).toMatchObject({ error: { details: [{ path }] } })
  })

  it('returns 404 for an unknown type, and 400 for a body that is not an object', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.updateMessageTemplate.raw({ params: { type: 'x' }, body: {} })).toFailWith(
      404,
      'NOT_FOUND',
    )
    const params = { type: 'booking.confirmed' }
    expect(await api.updateMessageTemplate.raw({ params, body: { isEnabled: 'no' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })

  it('requires workspace.manage', async () => {
    const workspace = await newWorkspace(contract)
    const { api } = await newStaff(workspace, ['clients.manage'], contract)
    const params = { type: 'booking.confirmed' } as const
    expect(await api.updateMessageTemplate({ params, body: {} })).toFailWith(403, 'FORBIDDEN')
    expect(await api.listMessageTemplates()).toFailWith(403, 'FORBIDDEN')
    expect(await api.listMessages({ query: {} })).toFailWith(403, 'FORBIDDEN')
    expect(await api.previewMessageTemplate({ params, body: {} })).toFailWith(403, 'FORBIDDEN')
  })
})

describe('POST /workspace/:workspaceId/message-templates/:type/preview', () => {
  it('fills given and stored texts with samples', async () => {
    const { api } = await newWorkspace(contract)
    await api.updateWorkspace({ business: { displayName: 'Nour <Salon>' }, languages: ['en', 'ar'] })
    const params = { type: 'booking.confirmed' } as const
    const given = (await api.previewMessageTemplate({ params, body: { text } })).body.preview
    expect(given.subject).toMatch(/^Booked: \w/)
    expect(given.text).toMatch(/^Dear Sara Ali,\n\nsee you\./)
    expect(given.html).toContain('<bdi>Nour Salon</bdi>')
    const arabic = (await api.previewMessageTemplate({ params, body: { language: 'ar' } })).body.preview
    expect(arabic.text).toContain('مرحبًا سارة علي')
    expect(arabic.text).toContain('/book/…')
    const report = { type: 'lab_report.ready' } as const
    const { preview } = (await api.previewMessageTemplate({ params: report, body: {} })).body
    expect(preview.text).toContain('/public/lab-reports/…')
    expect(arabic.sms).toContain('Nour Salon')
  })

  it('rejects unknown placeholders, languages and types', async () => {
    const { api } = await newWorkspace(contract)
    const params = { type: 'invoice.sent' } as const
    const wrong = { ...text, subject: 'x' }
    expect(
      await api.previewMessageTemplate({ params, body: { text: { ...wrong, body: '{{a.b}}' } } }),
    ).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.previewMessageTemplate({ params, body: { language: 'xx' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.previewMessageTemplate.raw({ params, body: { text: 1 } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await api.previewMessageTemplate.raw({ params: { type: 'x' }, body: {} })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })
})

describe('GET /workspace/:workspaceId/messages', () => {
  it('returns an empty list for a new workspace and rejects unknown filters', async () => {
    const { api } = await newWorkspace(contract)
    expect((await api.listMessages({ query: { status: 'sent' } })).body.messages).toEqual([])
    expect(await api.listMessages.raw({ query: { type: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('/public/message-opt-outs/:token', () => {
  it('returns a page with status 404 for an unsigned link', async () => {
    for (const method of ['GET', 'POST']) {
      const url = `${platform().gatewayUrl}/v1/public/message-opt-outs/${'a'.repeat(24)}.${'x'.repeat(43)}`
      const reply = await fetch(url, { method, ...(method === 'POST' && { body: 'choice=stop' }) })
      expect(reply.status).toBe(404)
      expect(await reply.text()).toContain('This link is not valid')
    }
  })
})

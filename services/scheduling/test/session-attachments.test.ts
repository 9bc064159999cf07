import * as billing from '@wp/admin-billing/contract'
import {
  adminApi,
  eventually,
  inProcess,
  newStaff,
  platform,
  png,
  pngForm,
  tcpProxy,
  uniqueName,
} from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { bookable, newClient, newSalon, newService, storageUsed, unknownId } from './salon.ts'

const booked = async () => {
  const salon = await newSalon()
  const { booking } = await bookable(salon)
  const params = { sessionId: (await salon.api.createSession(booking)).body.session.id }
  return { ...salon, params }
}

describe('/workspace/:workspaceId/sessions/:sessionId/attachments', () => {
  it('stores a file, counts it toward the storage quota, and frees the storage when it is deleted', async () => {
    const scene = await booked()
    const { api, params, token } = scene
    const made = await api.createSessionAttachment({ params, body: pngForm(png, '../صورة.png') })
    expect(made.status).toBe(201)
    const { attachment } = made.body
    expect(attachment).toMatchObject({ name: 'صورة.png', contentType: 'image/png', sizeBytes: png.length })
    const { session } = (await api.getSession({ params })).body
    expect(session.attachments).toEqual([attachment])
    expect(await storageUsed(scene)).toBe(png.length)

    const file = await fetch(attachment.url, { headers: { authorization: `Bearer ${token}` } })
    expect(file.status).toBe(200)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(Buffer.from(await file.arrayBuffer())).toEqual(png)
    const own = { params: { ...params, attachmentId: attachment.id } }
    expect((await api.getSessionAttachment(own)).status).toBe(200)
    const part = await api.getSessionAttachment({ ...own, headers: { range: 'bytes=1-3' } })
    expect([part.status, part.body, part.headers.get('content-range')]).toEqual([
      206,
      'PNG',
      `bytes 1-3/${png.length}`,
    ])
    expect((await api.deleteSessionAttachment(own)).status).toBe(204)
    expect(await api.getSessionAttachment(own)).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteSessionAttachment(own)).toFailWith(404, 'NOT_FOUND')
    expect(await storageUsed(scene)).toBe(0)
  })

  it('requires a token for the same workspace with sessions.view to download a file', async () => {
    const { api, params, token, workspaceId } = await booked()
    const { attachment } = (await api.createSessionAttachment({ params, body: pngForm() })).body
    expect((await fetch(attachment.url)).status).toBe(401)
    const stranger = await newSalon()
    const theirs = await fetch(attachment.url, { headers: { authorization: `Bearer ${stranger.token}` } })
    expect(theirs.status).toBe(403)
    const reader = await newStaff({ token, workspaceId }, ['clients.view'], contract)
    const own = { params: { ...params, attachmentId: attachment.id } }
    expect(await reader.api.getSessionAttachment(own)).toFailWith(403, 'FORBIDDEN')
    const viewer = await newStaff({ token, workspaceId }, ['sessions.view'], contract)
    expect((await viewer.api.getSessionAttachment(own)).status).toBe(200)
  })

  it('deletes the attachments of a deleted session', async () => {
    const scene = await booked()
    const { api, params, token } = scene
    const { attachment } = (await api.createSessionAttachment({ params, body: pngForm() })).body
    expect((await api.deleteSession({ params })).status).toBe(204)
    expect((await fetch(attachment.url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
    expect(await storageUsed(scene)).toBe(0)
  })

  it('rejects files that are not images or PDFs, are empty or too large, or are in the wrong form field', async () => {
    const { api, params } = await booked()
    const send = (body: FormData) => api.createSessionAttachment({ params, body })
    expect(await send(pngForm(Buffer.from('<svg onload="alert(1)"/>')))).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send(pngForm(Buffer.alloc(0)))).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send(pngForm(Buffer.alloc(10 * 1024 * 1024 + 1)))).toFailWith(413, 'PAYLOAD_TOO_LARGE')
    expect(await send(pngForm(png, 'a.png', 'picture'))).toFailWith(400, 'INVALID_REQUEST')
    const unknown = { params: { sessionId: unknownId }, body: pngForm() }
    expect(await api.createSessionAttachment(unknown)).toFailWith(404, 'NOT_FOUND')
    expect((await api.getSession({ params })).body.session.attachments).toEqual([])
  })

  it("returns 422 and stores nothing when the plan's storage is full", async () => {
    const scene = await booked()
    const { api, params, workspaceId } = scene
    const admin = await adminApi(billing)
    const flags = [{ key: 'storage-mb', value: '0' }]
    const { plan } = (await admin.createPlan({ name: 'Paper', slug: uniqueName('paper-'), flags })).body
    expect((await admin.assignPlan({ params: { workspaceId }, body: { planId: plan.id } })).status).toBe(200)
    expect(await api.createSessionAttachment({ params, body: pngForm() })).toFailWith(422, 'QUOTA_EXCEEDED')
    expect((await api.getSession({ params })).body.session.attachments).toEqual([])
    expect(await storageUsed(scene)).toBe(0)
  })

  it('frees the storage later when admin-billing is down during the deletion', async () => {
    const salon = await newSalon()
    const proxy = await tcpProxy(platform().services['admin-billing']![0]!.rpc!)
    const running = await inProcess(service, { env: { ADMIN_BILLING_RPC: proxy.address } })
    try {
      const api = running.as(contract, salon)
      const [client, haircut] = [await newClient({ api }), await newService({ api })]
      const booking = {
        name: 'Visit',
        clientId: client.id,
        serviceIds: [haircut.id],
        date: '2027-03-10',
        startTime: '09:00',
      }
      const params = { sessionId: (await api.createSession(booking)).body.session.id }
      const { attachment } = (await api.createSessionAttachment({ params, body: pngForm() })).body
      proxy.disconnect()
      expect(await api.createSessionAttachment({ params, body: pngForm() })).toFailWith(503, 'UNAVAILABLE')
      expect(
        (await api.deleteSessionAttachment({ params: { ...params, attachmentId: attachment.id } })).status,
      ).toBe(204)
      expect((await api.getSession({ params })).body.session.attachments).toEqual([])
      expect(await storageUsed(salon)).toBe(png.length)
      proxy.reconnect()
      await eventually(async () => {
        await running.runJob('remove-files')
        expect(await storageUsed(salon)).toBe(0)
      })
    } finally {
      await running.stop()
      proxy.close()
    }
  })
})

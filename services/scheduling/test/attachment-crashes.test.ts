import { join } from 'node:path'
import { newId } from '@wp/kernel'
import { apiOf, encodedPngForm, eventually, png, startReplicaPair } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { bookable, newSalon, storageUsed } from './salon.ts'

describe('POST /workspace/:workspaceId/sessions/:sessionId/attachments', () => {
  it.each([
    ['reply', 1],
    ['request', 0],
  ] as const)(
    'makes one attachment with its file when the %s of its commit is lost in a crash and the key is repeated',
    async (lost, stored) => {
      const pair = await startReplicaPair(service, join(import.meta.dirname, '../src/main.ts'))
      const salon = await newSalon()
      const { token, workspaceId } = salon
      const mortal = apiOf(contract, { baseUrl: pair.mortalUrl, token, params: { workspaceId } })
      const api = pair.survivor.as(contract, salon)
      for (const each of [mortal, api])
        await eventually(async () => expect((await each.listClients()).status).toBe(200))
      const { booking } = await bookable({ ...salon, api })
      const params = { sessionId: (await api.createSession(booking)).body.session.id }
      const listAttachments = async () => (await api.getSession({ params })).body.session.attachments

      const headers = { 'idempotency-key': newId(), ...encodedPngForm.headers }
      const call = { params, headers, body: encodedPngForm.body }
      const committing = pair.loseCommit('outbox', lost)
      const first = mortal.createSessionAttachment.raw(call).catch(() => 'cut')
      await committing
      await eventually(async () => expect(await listAttachments()).toHaveLength(stored))
      await pair.kill()
      expect(await first).toBe('cut')
      pair.advance(6 * 60_000)
      await pair.survivor.runJob('remove-files')

      const again = await eventually(async () => {
        const reply = await api.createSessionAttachment.raw(call)
        expect(reply.status).toBe(201)
        return reply.body as { attachment: { id: string } }
      })
      pair.advance(6 * 60_000)
      await pair.survivor.runJob('remove-files')
      const attachmentId = again.attachment.id
      expect((await listAttachments()).map(({ id }) => id)).toEqual([attachmentId])
      const file = await api.getSessionAttachment.raw({ params: { ...params, attachmentId } })
      expect(file.status).toBe(200)
      expect(await storageUsed(salon)).toBe(png.length)
    },
  )
})

import { eventually, png, pngForm } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newClient, newSalon, newService, storageUsed } from './salon.ts'
import { withProxies } from './staff-scene.ts'
import type { Scene } from './staff-scene.ts'

// Lists the ways admin-billing can fail during uploads and deletions. Afterward, the storage it counts must match
// the stored files.

type Fault = { fault: string; fail: (scene: Scene) => void }
const faults: Fault[] = [
  { fault: 'requests to admin-billing are delayed', fail: ({ billing }) => billing.hold('requests') },
  { fault: "admin-billing's replies are lost", fail: ({ billing }) => billing.hold('replies') },
  { fault: 'admin-billing is disconnected', fail: ({ billing }) => billing.disconnect() },
  {
    fault: 'admin-billing stalls after the first call',
    fail: ({ billing }) => billing.onNextRequest(() => setImmediate(() => billing.hold('everything'))),
  },
]

describe('attachments and storage', () => {
  it.concurrent.each(faults)(
    'counts exactly the stored files toward the storage quota when $fault',
    async ({ fail }) => {
      const salon = await newSalon()
      const scene = await withProxies(salon)
      const { api, billing } = scene
      try {
        const [client, service] = [await newClient({ api }), await newService({ api })]
        const booking = {
          name: 'Visit',
          clientId: client.id,
          serviceIds: [service.id],
          date: '2027-03-10',
          startTime: '09:00',
        }
        const params = { sessionId: (await api.createSession(booking)).body.session.id }
        const upload = () => api.createSessionAttachment({ params, body: pngForm() })
        const { attachment } = (await upload()).body
        expect((await upload()).status).toBe(201)
        fail(scene)
        const [uploaded, removed] = await Promise.all([
          upload(),
          api.deleteSessionAttachment({ params: { ...params, attachmentId: attachment.id } }),
        ])
        expect([201, 503, 504]).toContain(uploaded.status)
        expect([204, 503, 504]).toContain(removed.status)
        billing.reconnect()
        billing.cut()
        await eventually(scene.removeFiles)
        await billing.deliver()

        const { attachments } = (await api.getSession({ params })).body.session
        expect(attachments).toHaveLength(1 + Number(uploaded.status === 201) + Number(removed.status !== 204))
        await eventually(async () => {
          await scene.removeFiles()
          expect(await storageUsed(salon)).toBe(attachments.length * png.length)
        })
      } finally {
        await scene.stop()
      }
    },
  )
})

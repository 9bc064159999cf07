import { newId } from '@wp/kernel'
import { clientCollection } from '../../services/scheduling/src/clients/client.store.ts'
import { scheduling, schedulingCollections } from '../../services/scheduling/src/service.ts'
import { offeredServiceCollection } from '../../services/scheduling/src/offered-services/offered-service.store.ts'
import { toInterval } from '../../services/scheduling/src/sessions/session.rules.ts'
import { sessionCollection } from '../../services/scheduling/src/sessions/session.store.ts'
import { staffCollection } from '../../services/scheduling/src/staff/staff.store.ts'
import { toStaffRecord } from '../../services/scheduling/test/staff-records.ts'
import { announce } from './measure.ts'
import { insertMany, startOwnService } from './parts/own-service.ts'
import { dayOfSession } from './scheduling.scene.ts'
import type { Scene } from './scheduling.scene.ts'

// Runs the scheduling service. The argument is the number of sessions.
const size = Number(process.argv[2])
const scene = JSON.parse(process.env['BENCH_SCENE']!) as Scene
const { url, db } = await startOwnService(scheduling, schedulingCollections, {
  POS_RPC: '127.0.0.1:1',
  STOREFRONT_RPC: '127.0.0.1:1',
})
const { workspaceId, clientId, serviceId, staffIds } = scene
const none = { deletedAt: null }
await db
  .tenant(clientCollection)(workspaceId)
  .insert({
    id: clientId,
    name: 'Ali',
    email: null,
    phone: null,
    dateOfBirth: null,
    gender: null,
    notes: null,
    discount: null,
    searchKeys: ['ali'],
    ...none,
  })
await db
  .tenant(offeredServiceCollection)(workspaceId)
  .insert({
    id: serviceId,
    name: 'Haircut',
    scope: 'sessions',
    durationMinutes: 30,
    price: 10,
    isActive: true,
    ...none,
  })
await db
  .tenant(staffCollection)(workspaceId)
  .insertMany(staffIds.map((id) => toStaffRecord(id, newId())))

const session = (index: number) => {
  const id = newId()
  const date = dayOfSession(index)
  return {
    id,
    name: 'Visit',
    clientId,
    clientName: 'Ali',
    services: [{ serviceId, name: 'Haircut' }],
    staffId: staffIds[index % staffIds.length]!,
    staffName: 'Mona',
    date,
    ...toInterval(date, index % 20 < 10 ? '09:00' : '14:00', 30),
    durationMinutes: 30,
    status: 'scheduled' as const,
    questionCategory: null,
    fieldValues: '[]',
    valueKeys: [],
    uniqueKeys: [id],
    notes: [],
    attachments: [],
    invoice: null,
  }
}
await insertMany(db.tenant(sessionCollection)(workspaceId), size, session)
await db.close()
announce(url)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { newId, systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local'
import { openDatabase } from '@wp/mongo'
import { startService } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'
import { clientCollection } from '../../services/scheduling/src/clients/client.store.ts'
import { scheduling, schedulingCollections } from '../../services/scheduling/src/service.ts'
import { serviceCollection } from '../../services/scheduling/src/services/service.store.ts'
import { toInterval } from '../../services/scheduling/src/sessions/session.rules.ts'
import { sessionCollection } from '../../services/scheduling/src/sessions/session.store.ts'
import { staffCollection } from '../../services/scheduling/src/staff/staff.store.ts'
import { announce } from './measure.ts'
import { dayOfSession } from './scheduling.scene.ts'
import type { Scene } from './scheduling.scene.ts'

// Scheduling and its database in one process, so that the CPU time of both is counted, with as many sessions as the
// argument says.
const size = Number(process.argv[2])
const scene = JSON.parse(process.env['BENCH_SCENE']!) as Scene
const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-scheduling-'))
const database = await startServer({ dataDir: join(dataDir, 'database') })
const messaging = await startPlatform({
  dataDir: join(dataDir, 'platform'),
  services: [],
  env: { MONGODB_URL: database.uri },
})
process.on('disconnect', () => {
  void messaging.stop().finally(() => {
    rmSync(dataDir, { recursive: true, force: true })
    process.exit()
  })
})

const service = await startService(scheduling, {
  env: {
    ...process.env,
    NODE_ENV: 'test',
    MONGODB_URL: database.uri,
    NATS_URL: messaging.natsUrl,
    POS_RPC: '127.0.0.1:1',
    LOG_LEVEL: 'fatal',
  },
  register: false,
})

const db = await openDatabase({
  url: database.uri,
  name: 'wp_scheduling',
  clock: systemClock,
  collections: schedulingCollections,
  logger: createLogger({ service: 'bench', level: 'fatal' }),
  metrics: createMetrics('bench'),
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
  .tenant(serviceCollection)(workspaceId)
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
  .insertMany(
    staffIds.map((id) => ({
      id,
      name: 'Mona',
      email: `${id}@shop.example`,
      roleId: newId(),
      phone: null,
      avatarUrl: null,
      workingHours: null,
      fieldValues: '[]',
      valueKeys: [],
      uniqueKeys: [id],
      isJoined: true,
      step: null,
      stepVersion: 0,
      actorId: null,
      stepUntil: null,
      wanted: null,
      ...none,
    })),
  )

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
const sessions = db.tenant(sessionCollection)(workspaceId)
const batch = 500
for (let from = 0; from < size; from += batch)
  await sessions.insertMany(
    Array.from({ length: Math.min(batch, size - from) }, (_, offset) => session(from + offset)),
  )
await db.close()
announce(service.url)

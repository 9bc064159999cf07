import { firstInstant, lastInstant, searchKeys, systemClock } from '@wp/kernel'
import * as identity from '../../../../services/identity/src/contract.ts'
import { auditCollection, auditStore } from '../../../../services/identity/src/audit/audit.store.ts'
import {
  customerMessageCollection,
  customerMessageStore,
} from '../../../../services/identity/src/customer-messages/customer-message.store.ts'
import * as labs from '../../../../services/labs/src/contract.ts'
import { analysisCollection, analysisStore } from '../../../../services/labs/src/analyses/analysis.store.ts'
import {
  labTestCollection,
  labTestNumberCollection,
  labTestStore,
} from '../../../../services/labs/src/lab-tests/lab-test.store.ts'
import { unitCollection, unitStore } from '../../../../services/labs/src/units/unit.store.ts'
import * as webhooks from '../../../../services/webhooks/src/contract.ts'
import {
  deliveryCollection,
  deliveryStore,
} from '../../../../services/webhooks/src/deliveries/delivery.store.ts'
import { bothEnds, dayOf, defineScene, manyIds, pick, pickId, searches, textOf } from '../scene.ts'
import type { Random } from '../scene.ts'

const clientIds = manyIds(2000)
const actorIds = manyIds(50)
const recordIds = manyIds(5000)
const workspaceIds = manyIds(4)
const [endpointId] = manyIds(1)
const types = ['booking.confirmed', 'booking.reminder', 'order.received', 'invoice.sent', 'lab_report.ready']
const eventTypes = ['session.created', 'session.updated', 'order.created', 'client.created', 'task.removed']
const deletions = ['true', 'false']
const deletedAt = (random: Random) => (random(9) < 0.2 ? new Date(0) : null)

const toInstants = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  from: from === undefined ? undefined : firstInstant(from),
  to: to === undefined ? undefined : lastInstant(to),
})

const audit = {
  collection: auditCollection as never,
  isGlobal: true,
  spanDays: 700,
  choices: { actorId: bothEnds(actorIds), action: ['session.created', 'task.removed'] },
  record: (random: Random, at: Date) => ({
    at,
    workspaceId: pick(workspaceIds, random(1)),
    actorId: pickId(actorIds, random(2)),
    action: pick(eventTypes, random(3)),
  }),
}

export const careLists = [
  defineScene({
    route: labs.listTests,
    collection: labTestCollection as never,
    others: [labTestNumberCollection as never],
    choices: { clientId: bothEnds(clientIds), number: ['42'] },
    record: (random, createdAt, index) => ({
      number: index + 1,
      clientId: pickId(clientIds, random(1)),
      testDate: dayOf(createdAt, random(2) * 10),
      status: pick(['completed', 'draft', 'in-progress', 'cancelled'], random(3)),
    }),
    list: (db, workspaceId) => (query) => labTestStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: labs.listAnalyses,
    collection: analysisCollection as never,
    choices: { ...searches, includeDeleted: deletions },
    record: (random, _createdAt, index) => ({
      searchKeys: searchKeys(textOf(random, index)),
      deletedAt: deletedAt(random),
    }),
    list: (db, workspaceId) => (query) => analysisStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: labs.listLabUnits,
    collection: unitCollection as never,
    choices: { includeDeleted: deletions },
    record: (random, _createdAt, index) => ({ labUnitTitle: `unit ${index}`, deletedAt: deletedAt(random) }),
    list: (db, workspaceId) => (query) => unitStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: identity.listAudit,
    ...audit,
    list: (db) => (query) => auditStore(db, systemClock).page({ ...query, ...toInstants(query) }, query),
  }),
  defineScene({
    route: identity.listWorkspaceAudit,
    ...audit,
    list: (db) => (query) =>
      auditStore(db, systemClock).pageForWorkspace(
        workspaceIds[0]!,
        { ...query, ...toInstants(query) },
        query,
      ),
  }),
  defineScene({
    route: identity.listMessages,
    collection: customerMessageCollection as never,
    spanDays: 85,
    choices: { recordId: bothEnds(recordIds) },
    record: (random, _createdAt, index) => ({
      type: pick(types, random(1)),
      status: pick(['sent', 'failed', 'skipped', 'bounced', 'queued'], random(2)),
      recordId: pickId(recordIds, random(3)),
      version: index,
      channel: 'email',
    }),
    list: (db, workspaceId) => (query) => customerMessageStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: webhooks.listDeliveries,
    collection: deliveryCollection as never,
    spanDays: 28,
    choices: { eventType: ['session.created', 'task.removed'] },
    record: (random, _createdAt, index) => ({
      endpointId,
      eventId: String(index),
      eventType: pick(eventTypes, random(1)),
      recordKey: 'x',
      status: pick(['succeeded', 'failed', 'pending'], random(2) ** 0.1),
    }),
    list: (db, workspaceId) => (query) =>
      deliveryStore(db).list(workspaceId, endpointId!, { ...query, ...toInstants(query) }, query),
  }),
]

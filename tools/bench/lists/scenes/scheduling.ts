import { dayNumber, searchKeys } from '@wp/kernel'
import * as contract from '../../../../services/scheduling/src/contract.ts'
import { clientCollection, clientStore } from '../../../../services/scheduling/src/clients/client.store.ts'
import {
  sessionCollection,
  sessionStore,
  staffDayCollection,
} from '../../../../services/scheduling/src/sessions/session.store.ts'
import { taskCollection, taskStore } from '../../../../services/scheduling/src/tasks/task.store.ts'
import { bothEnds, dayOf, defineScene, manyIds, pick, pickId, searches, textOf } from '../scene.ts'

const staffIds = manyIds(8)
const clientIds = manyIds(2000)
/** The answers to a field, each half as frequent as the previous one. */
const answers = Array.from({ length: 10 }, (_, index) => `treatment:${index}`)
const statuses = ['completed', 'scheduled', 'cancelled', 'in-progress']

export const schedulingLists = [
  defineScene({
    route: contract.listClients,
    collection: clientCollection as never,
    choices: searches,
    record: (random, _createdAt, index) => ({
      name: textOf(random, index),
      searchKeys: searchKeys(textOf(random, index)),
      deletedAt: random(1) < 0.1 ? new Date(0) : null,
    }),
    list: (db, workspaceId) => (query) => clientStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: contract.listSessions,
    collection: sessionCollection as never,
    others: [staffDayCollection as never],
    choices: {
      staffId: bothEnds(staffIds),
      clientId: bothEnds(clientIds),
      field: [0, 5, 9].map((index) => ({ field: [answers[index]!] })),
    },
    record: (random, createdAt, index) => {
      const date = dayOf(createdAt, random(1) * 30)
      const startMinute = dayNumber(date) * 1440 + 480 + Math.floor(random(2) * 40) * 15
      return {
        name: 'Visit',
        clientId: pickId(clientIds, random(3)),
        staffId: pick(staffIds, random(4)),
        date,
        startMinute,
        endMinute: startMinute + 30,
        status: pick(statuses, random(5)),
        uniqueKeys: [String(index)],
        valueKeys: [pick(answers, random(6))],
      }
    },
    list:
      (db, workspaceId) =>
      ({ from, to, field: valueKeys = [], ...query }) =>
        sessionStore(db).list(workspaceId, {
          ...query,
          from: from?.slice(0, 10),
          to: to?.slice(0, 10),
          valueKeys,
        }),
  }),
  defineScene({
    route: contract.listTasks,
    collection: taskCollection as never,
    choices: { ...searches, staffId: bothEnds(staffIds) },
    record: (random, _createdAt, index) => ({
      staffId: pick(staffIds, random(1)),
      status: pick(['done', 'open'], random(2)),
      searchKeys: searchKeys(textOf(random, index)),
    }),
    list: (db, workspaceId) => (query) => taskStore(db).list(workspaceId, query),
  }),
]

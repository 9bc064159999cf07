import { firstInstant, lastInstant, searchKeys } from '@wp/kernel'
import * as contests from '../../../../services/contests/src/contract.ts'
import { attemptCollection, attemptStore } from '../../../../services/contests/src/attempts/attempt.store.ts'
import * as pos from '../../../../services/pos/src/contract.ts'
import {
  invoiceCollection,
  invoiceNumberCollection,
  invoiceStore,
} from '../../../../services/pos/src/invoices/invoice.store.ts'
import {
  tillSessionCollection,
  tillSessionStore,
} from '../../../../services/pos/src/till-sessions/till-session.store.ts'
import * as storefront from '../../../../services/storefront/src/contract.ts'
import { orderCollection, orderStore } from '../../../../services/storefront/src/orders/order.store.ts'
import {
  productCollection,
  productStore,
} from '../../../../services/storefront/src/products/product.store.ts'
import {
  seenCallbackCollection,
  workflowJobCollection,
  workflowJobStore,
} from '../../../../services/storefront/src/workflow-jobs/workflow-job.store.ts'
import { bothEnds, defineScene, manyIds, pick, pickId, searches, textOf } from '../scene.ts'
import type { Random } from '../scene.ts'

const clientIds = manyIds(2000)
const tillIds = manyIds(300)
const categoryIds = manyIds(20)
const contestIds = manyIds(3)
const emails = manyIds(2000).map((id) => `${id}@example.com`)
const totals = [{ minTotal: 10, maxTotal: 12 }, { minTotal: 100 }, { maxTotal: 400 }]

type Filter = {
  from?: string | undefined
  to?: string | undefined
  minTotal?: number | undefined
  maxTotal?: number | undefined
}

/** Converts days and amounts as the handlers do for a workspace in UTC with euros. */
const toStored = <Query extends Filter>({ from, to, minTotal, maxTotal, ...query }: Query) => ({
  ...query,
  from: from === undefined ? undefined : firstInstant(from),
  to: to === undefined ? undefined : lastInstant(to),
  ...((minTotal ?? maxTotal) !== undefined && {
    amount: {
      currencyCode: 'EUR',
      ...(minTotal !== undefined && { min: minTotal * 100 }),
      ...(maxTotal !== undefined && { max: maxTotal * 100 }),
    },
  }),
})

const product = {
  collection: productCollection as never,
  choices: { ...searches, categoryId: bothEnds(categoryIds) },
  record: (random: Random, _createdAt: Date, index: number) => ({
    name: textOf(random, index),
    slug: `product-${index}`,
    categoryIds: [pickId(categoryIds, random(1))],
    status: pick(['active', 'draft', 'archived'], random(2)),
    searchKeys: searchKeys(textOf(random, index)),
  }),
}

export const salesLists = [
  defineScene({
    route: pos.listInvoices,
    collection: invoiceCollection as never,
    others: [invoiceNumberCollection as never],
    choices: {
      sessionId: bothEnds(tillIds),
      clientId: bothEnds(clientIds),
      number: ['42'],
      total: totals,
    },
    record: (random, _createdAt, index) => ({
      number: index + 1,
      sessionId: pickId(tillIds, random(1)),
      clientId: pickId(clientIds, random(2)),
      status: pick(['paid', 'finalized', 'draft', 'refunded', 'void'], random(3)),
      currencyCode: 'EUR',
      totalMinor: Math.floor(random(4) * 50_000),
    }),
    list: (db, workspaceId) => (query) => invoiceStore(db).list(workspaceId, toStored(query)),
  }),
  defineScene({
    route: pos.listTillSessions,
    collection: tillSessionCollection as never,
    choices: { register: ['front', 'garden'] },
    record: (random, _createdAt, index) => ({
      register: index % 500 === 7 ? `r${index}` : pick(['front', 'back', 'bar', 'garden'], random(1)),
      status: index % 500 === 7 ? 'open' : 'closed',
    }),
    list: (db, workspaceId) => (query) => tillSessionStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: storefront.listOrders,
    collection: orderCollection as never,
    choices: {
      ...searches,
      number: ['42'],
      customerEmail: bothEnds(emails),
      customerPhone: ['+201000000001', '+201000000040'],
      total: totals,
    },
    record: (random, _createdAt, index) => ({
      number: index + 1,
      customer: {
        email: pickId(emails, random(1)),
        phone: `+2010000000${String(1 + Math.floor(random(2) * 40)).padStart(2, '0')}`,
      },
      status: pick(['fulfilled', 'confirmed', 'cancelled', 'pending', 'refunded'], random(3)),
      currencyCode: 'EUR',
      totalMinor: Math.floor(random(4) * 50_000),
      tokenHash: String(index),
      searchKeys: searchKeys(textOf(random, index)),
    }),
    list: (db, workspaceId) => (query) => orderStore(db).list(workspaceId, toStored(query)),
  }),
  defineScene({
    route: storefront.listProducts,
    ...product,
    list: (db, workspaceId) => (query) => productStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: storefront.listPublicProducts,
    ...product,
    list: (db, workspaceId) => (query) => productStore(db).list(workspaceId, { ...query, status: 'active' }),
  }),
  defineScene({
    route: storefront.listJobs,
    collection: workflowJobCollection as never,
    others: [seenCallbackCollection as never],
    record: (random) => ({ status: pick(['done', 'failed', 'processing', 'pending'], random(1)) }),
    list: (db, workspaceId) => (query) => workflowJobStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: contests.listAttempts,
    collection: attemptCollection as never,
    record: (random, _createdAt, index) => ({
      contestId: pick(contestIds, random(1)),
      status: pick(['submitted', 'in-progress'], random(2)),
      participantKeys: [String(index)],
    }),
    list: (db, workspaceId) => (query) => attemptStore(db).list(workspaceId, contestIds[0]!, query),
  }),
]

import { searchKeys, searchWords } from '@wp/kernel'
import * as contract from '../../../../services/admin-billing/src/contract.ts'
import {
  expenseCollection,
  expenseStore,
} from '../../../../services/admin-billing/src/expenses/expense.store.ts'
import {
  paymentCollection,
  paymentStore,
} from '../../../../services/admin-billing/src/payments/payment.store.ts'
import {
  subscriptionCollection,
  subscriptionStore,
} from '../../../../services/admin-billing/src/subscriptions/subscription.store.ts'
import {
  webhookBodyCollection,
  webhookCollection,
  webhookSenderCollection,
  webhookStore,
  webhookVolumeCollection,
} from '../../../../services/admin-billing/src/webhooks/webhook.store.ts'
import { bothEnds, defineScene, manyIds, pick, pickId, searches, textOf } from '../scene.ts'

const workspaceIds = manyIds(2000)
const planIds = manyIds(5)
const categories = ['salon', 'clinic', 'shop', 'laboratory', 'school']
const dayMs = 86_400_000

export const billingLists = [
  defineScene({
    route: contract.listPlatformExpenses,
    collection: expenseCollection as never,
    isGlobal: true,
    choices: { category: ['salaries', 'travel'] },
    record: (random, createdAt) => ({
      category: pick(['salaries', 'hosting', 'rent', 'travel'], random(1)),
      spentAt: new Date(createdAt.getTime() - random(2) * 20 * dayMs),
    }),
    list: (db) => (query) => expenseStore(db).list(query),
  }),
  defineScene({
    route: contract.listPayments,
    collection: paymentCollection as never,
    isGlobal: true,
    choices: { workspaceId: bothEnds(workspaceIds) },
    record: (random, createdAt) => ({
      workspaceId: pickId(workspaceIds, random(1)),
      type: pick(['subscription', 'addition'], random(2)),
      paidAt: new Date(createdAt.getTime() - random(3) * 20 * dayMs),
    }),
    list: (db) => (query) => paymentStore(db).list(query),
  }),
  defineScene({
    route: contract.listWebhooks,
    collection: webhookCollection as never,
    others: [webhookBodyCollection, webhookSenderCollection, webhookVolumeCollection] as never[],
    isGlobal: true,
    spanDays: 28,
    choices: searches,
    record: (random, _createdAt, index) => ({
      method: pick(['POST', 'GET'], random(1)),
      verification: pick(['verified', 'unsigned', 'no-secret', 'failed'], random(2)),
      words: searchWords(textOf(random, index)),
    }),
    list:
      (db) =>
      ({ search, ...query }) =>
        webhookStore(db).list({ ...query, words: search === undefined ? [] : searchWords(search) }),
  }),
  defineScene({
    route: contract.listAdminWorkspaces,
    collection: subscriptionCollection as never,
    isGlobal: true,
    choices: {
      ...searches,
      planId: bothEnds(planIds),
      businessCategorySlug: ['salon', 'school'],
    },
    record: (random, createdAt, index) => ({
      planId: pick(planIds, random(1)),
      businessCategorySlug: pick(categories, random(2)),
      subscriptionEndDate: random(3) < 0.5 ? null : new Date(createdAt.getTime() + random(4) * 2000 * dayMs),
      searchKeys: searchKeys(textOf(random, index)),
    }),
    list: (db) => (query) => subscriptionStore(db).list(query, new Date()),
  }),
]

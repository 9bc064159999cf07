import { globSync } from 'node:fs'
import { join } from 'node:path'
import { uniqueName } from '@wp/testing'
import {
  newAnalysis,
  newApiKey,
  newCategory,
  newClient,
  newContest,
  newEndpoint,
  newInvoice,
  newLabTest,
  newLabUnit,
  newMember,
  newOrder,
  newPage,
  newProduct,
  newRange,
  newRole,
  newService,
  newSession,
  newSessionField,
  newStaffField,
  newTask,
  openStore,
  openTill,
  type Scene,
} from './scene.ts'

type Ids = Record<string, string>
type RecordsInBodies = Record<string, (scene: Scene) => Promise<string> | string>

/** Returns what the services declare in `test/example-records.ts`. */
const declaredRecords = async (): Promise<RecordsInBodies> => {
  const services = join(import.meta.dirname, '../../../services')
  const files = globSync('*/test/example-records.ts', { cwd: services })
  const declared = await Promise.all(
    files.map((file) => import(join(services, file)) as Promise<{ exampleRecords: RecordsInBodies }>),
  )
  return Object.assign({}, ...declared.map(({ exampleRecords }) => exampleRecords)) as RecordsInBodies
}

const newTaxRate = async ({ identity }: Scene) => {
  const rates = [{ name: 'VAT', percentage: 19 }]
  return (await identity.updateWorkspace({ taxRates: rates })).body.workspace.taxRates[0]!.id
}

/**
 * Creates the record that an id in an example's body names, by the name of its field, or of its operation and
 * field where the field name alone is ambiguous.
 */
export const recordsInBodies: RecordsInBodies = {
  ...(await declaredRecords()),
  analysisIds: newAnalysis,
  authorId: ({ workspaceId }) => workspaceId,
  categoryIds: newCategory,
  clientId: newClient,
  'orderSessionFields.fieldIds': (scene) => newSessionField(scene),
  'orderStaffFields.fieldIds': newStaffField,
  'deletePageOfCollection.id': newPage,
  'updatePageOfCollection.id': newPage,
  planId: ({ planId }) => planId,
  productId: newProduct,
  publicFieldIds: (scene) => newSessionField(scene),
  roleId: newRole,
  serviceId: newService,
  serviceIds: newService,
  sessionId: openTill,
  staffId: async (scene) => (await newMember(scene)).staffId,
  taxRateId: newTaxRate,
  unitId: newLabUnit,
  workspaceId: ({ workspaceId }) => workspaceId,
}

/** Creates the records in an operation's path, by its service and the last parameter. */
export const recordsInPaths: Record<string, (scene: Scene) => Promise<Ids> | Ids> = {
  'admin-billing.additionId': async ({ adminBilling, workspaceId }) => {
    const body = { reason: 'Extra SMS', quantity: 2, unitPrice: 1.5 }
    const { id } = (await adminBilling.createInvoiceAddition({ params: { workspaceId }, body })).body
    return { additionId: id }
  },
  'admin-billing.planId': async ({ adminBilling }) => {
    const { plan } = (await adminBilling.createPlan({ name: 'Paper', slug: uniqueName('paper-') })).body
    return { planId: plan.id }
  },
  'admin-billing.slug': async ({ adminBilling }) => {
    const slug = uniqueName('cat-')
    await adminBilling.createBusinessCategory({ slug, name: 'Flower shop' })
    return { slug }
  },
  'contests.contestId': newContest,
  'finance.expenseId': async ({ finance }) => {
    const { expense } = (await finance.createExpense({ title: 'Rent', amount: 1200, date: '2027-01-31' }))
      .body
    return { expenseId: expense.id }
  },
  'finance.incomeId': async ({ finance }) => {
    const { income } = (await finance.createIncome({ title: 'Grant', amount: 500, date: '2027-01-31' })).body
    return { incomeId: income.id }
  },
  'finance.ruleId': async ({ finance }) => {
    const rule = { title: 'Hosting', amount: 9.99, frequency: 'monthly', startDate: '2027-01-31' } as const
    return { ruleId: (await finance.createRecurringExpenseRule(rule)).body.rule.id }
  },
  'identity.apiKeyId': async (scene) => ({ apiKeyId: await newApiKey(scene) }),
  'identity.roleId': async (scene) => ({ roleId: await newRole(scene) }),
  'identity.type': () => ({ type: 'booking.confirmed' }),
  'labs.analysisId': async (scene) => ({ analysisId: await newAnalysis(scene) }),
  'labs.couponId': async ({ labs }) => {
    const coupon = { couponTitle: 'Spring', couponType: 'currency', couponValue: 5 } as const
    const { labCoupon } = (await labs.createLabCoupon({ ...coupon, couponCode: uniqueName('C') })).body
    return { couponId: labCoupon.id }
  },
  'labs.itemId': newLabTest,
  'labs.labUnitId': async (scene) => ({ labUnitId: await newLabUnit(scene) }),
  'labs.rangeId': newRange,
  'labs.testId': newLabTest,
  'pos.invoiceId': newInvoice,
  'pos.itemId': newInvoice,
  'pos.sessionId': async (scene) => ({ sessionId: await openTill(scene) }),
  'scheduling.clientId': async (scene) => ({ clientId: await newClient(scene) }),
  'scheduling.holidayId': async ({ scheduling }) => {
    const { holiday } = (await scheduling.createHoliday({ name: 'Eid', date: '2027-03-20' })).body
    return { holidayId: holiday.id }
  },
  'scheduling.noteId': async (scene) => {
    const sessionId = await newSession(scene)
    const { note } = (
      await scene.scheduling.createSessionNote({ params: { sessionId }, body: { body: 'Likes tea' } })
    ).body
    return { sessionId, noteId: note.id }
  },
  'scheduling.serviceId': async (scene) => ({ serviceId: await newService(scene) }),
  'scheduling.sessionId': async (scene) => ({ sessionId: await newSession(scene) }),
  'scheduling.staffId': async (scene) => ({ staffId: (await newMember(scene)).staffId }),
  'scheduling.taskId': newTask,
  'storefront.categoryId': async (scene) => {
    await openStore(scene)
    return { categoryId: await newCategory(scene) }
  },
  'storefront.orderId': newOrder,
  'storefront.pageId': async (scene) => {
    await openStore(scene)
    return { pageId: await newPage(scene) }
  },
  'storefront.productId': async (scene) => {
    await openStore(scene)
    return { productId: await newProduct(scene) }
  },
  'storefront.slug': async (scene) => ({ slug: await openStore(scene) }),
  'webhooks.endpointId': async (scene) => ({ endpointId: await newEndpoint(scene) }),
}

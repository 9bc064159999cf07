import { AppError, fromMinor, localDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { defineSaga } from '@wp/mongo'
import { taxOf } from '@wp/workspaces'
import type { LabsDeps, LabsWorkspace } from '../deps.ts'
import { publishLabTestChanged } from './lab-test.events.ts'
import { incomeRecords, invoiceRecords } from './lab-test.store.ts'
import type { StoredInvoice, StoredLabTest } from './lab-test.types.ts'
import {
  checkAmount,
  checkBillable,
  findOpenInvoice,
  toIncomeMinor,
  toIncomeTaxes,
  toInvoiceLines,
} from './lab-test-billing.rules.ts'
import type { LabTestIncome } from './lab-test-billing.contract.ts'

export type BillingDeps = Pick<
  LabsDeps,
  'db' | 'clock' | 'logger' | 'workspaces' | 'labTests' | 'invoicing' | 'finance'
>

export type Invoiced = { labTest: StoredLabTest; isNew: boolean }
export type Booked = Invoiced & { income: LabTestIncome }

/**
 * Creates a lab test's draft invoice in pos; `isNew` is false when the test already has an invoice that is not void.
 */
export const createLabTestInvoice = async (
  deps: BillingDeps,
  workspaceId: Id,
  testId: Id,
  actorId: Id,
): Promise<Invoiced> => {
  const started = await deps.db.transaction(async () => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    if (findOpenInvoice(labTest)) return labTest
    checkBillable(labTest)
    return deps.labTests.startStep(labTest, invoiceSaga.start(deps, labTest.invoiceStep ?? { actorId }))
  })
  return started.invoiceStep
    ? invoiceSaga.run(deps, started, () => completeInvoice(deps, started))
    : { labTest: started, isNew: false }
}

/** Books a lab test's income in finance; `isNew` is false when it was already booked. */
export const createLabTestIncome = async (
  deps: BillingDeps,
  { id: workspaceId, settings }: Pick<LabsWorkspace, 'id' | 'settings'>,
  testId: Id,
  actorId: Id,
): Promise<Booked> => {
  const started = await deps.db.transaction(async () => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    checkBillable(labTest)
    const amountMinor = toIncomeMinor(labTest)
    if (labTest.incomeId === null) checkAmount(amountMinor)
    const step = { actorId, amountMinor, date: localDay(deps.clock.now(), settings.timeZone) }
    return deps.labTests.startStep(labTest, incomeSaga.start(deps, labTest.incomeStep ?? step))
  })
  return incomeSaga.run(deps, started, () => completeIncome(deps, started))
}

/** Repeats overdue calls to pos and finance. Called by the recovery job. */
export const recoverBilling = async (deps: BillingDeps): Promise<void> => {
  await invoiceSaga.recoverOverdue(deps)
  await incomeSaga.recoverOverdue(deps)
}

const completeInvoice = async (deps: BillingDeps, labTest: StoredLabTest): Promise<Invoiced> => {
  const { id, workspaceId, clientId, currencyCode } = labTest
  const { invoice, created } = await deps.invoicing.createDraftInvoice({
    workspaceId,
    reference: { type: 'lab-test', id },
    clientId,
    ...toInvoiceLines(labTest),
    createdBy: labTest.invoiceStep!.actorId,
    currencyCode, // the workspace may use another currency by now
  })
  if (!invoice) throw emptyAnswer('pos')
  const { id: invoiceId, version, number = null, status, totalMinor } = invoice
  const total = fromMinor(totalMinor, invoice.currencyCode)
  const recorded = await recordInvoice(deps, labTest, { id: invoiceId, version, number, status, total })
  return { labTest: recorded, isNew: created }
}

/** Keeps the stored invoice if an event from pos has already delivered this version or a newer one. */
const recordInvoice = (
  { db, labTests }: BillingDeps,
  labTest: StoredLabTest,
  invoice: StoredInvoice,
): Promise<StoredLabTest> =>
  db.transaction(async (tx) => {
    const { id, workspaceId } = labTest
    const updated =
      (await labTests.setInvoiceIf(workspaceId, id, invoice)) ?? (await invoiceRecords.end(db, labTest))
    if (!updated) return labTests.get(workspaceId, id)
    publishLabTestChanged(tx, 'updated', updated)
    return updated
  })

const completeIncome = async (deps: BillingDeps, labTest: StoredLabTest): Promise<Booked> => {
  const { id, workspaceId, number, clientId, currencyCode } = labTest
  const { actorId, amountMinor, date } = labTest.incomeStep!
  const workspace = await deps.workspaces.find(workspaceId)
  const { income } = await deps.finance.createIncome({
    workspaceId,
    reference: { type: 'lab-test', id },
    title: `Lab test ${number}`,
    category: 'labs',
    account: '',
    amountMinor,
    currencyCode,
    date,
    clientId,
    actorId,
    taxes: toIncomeTaxes(labTest, (rateId) => taxOf(workspace?.taxRates ?? [], rateId)),
  })
  if (!income) throw emptyAnswer('finance')
  return { income: toIncome(income), ...(await recordIncome(deps, labTest, income.id)) }
}

/** `isNew` is true for only one of several concurrent callers, and when the income replaces another one. */
const recordIncome = (
  { db, labTests }: BillingDeps,
  before: StoredLabTest,
  incomeId: Id,
): Promise<Invoiced> =>
  db.transaction(async (tx) => {
    const { id, workspaceId } = before
    const updated = await labTests.setIncomeIf(workspaceId, id, incomeId)
    if (updated) publishLabTestChanged(tx, 'updated', updated)
    const labTest = updated ?? (await incomeRecords.end(db, before)) ?? (await labTests.get(workspaceId, id))
    return { labTest, isNew: updated !== null }
  })

const invoiceSaga = defineSaga({
  name: 'lab invoice',
  records: invoiceRecords,
  stepOf: ({ invoiceStep }) => invoiceStep && 'invoice',
  steps: { invoice: { complete: completeInvoice, onRefusal: 'end' } },
})

const incomeSaga = defineSaga({
  name: 'lab income',
  records: incomeRecords,
  stepOf: ({ incomeStep }) => incomeStep && 'income',
  steps: { income: { complete: completeIncome, onRefusal: 'end' } },
})

type IncomeMessage = NonNullable<Awaited<ReturnType<BillingDeps['finance']['createIncome']>>['income']>

const toIncome = ({ amountMinor, ...income }: IncomeMessage): LabTestIncome => ({
  ...income,
  amount: fromMinor(amountMinor, income.currencyCode),
  category: income.category ?? null,
  account: income.account ?? null,
  source: income.source ?? null,
  notes: income.notes ?? null,
  clientId: income.clientId ?? null,
})

const emptyAnswer = (peer: string): AppError =>
  new AppError('UNAVAILABLE', `${peer} returned an empty reply; try again`, {
    retryAfterSeconds: 1,
  })

import { AppError, fromMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { defineSaga } from '@wp/mongo'
import type { LabsDeps } from '../deps.ts'
import { publishTestChanged } from './lab-test.events.ts'
import { incomeRecords, invoiceRecords } from './lab-test.store.ts'
import type { StoredInvoice, StoredTest } from './lab-test.store.ts'
import { checkBillable, openInvoiceOf, toIncomeMinor, toInvoiceLines } from './test-billing.rules.ts'
import type { TestIncome } from './test-billing.contract.ts'

export type BillingDeps = Pick<LabsDeps, 'db' | 'clock' | 'logger' | 'tests' | 'invoicing' | 'finance'>

export type Invoiced = { test: StoredTest; isNew: boolean }
export type Booked = Invoiced & { income: TestIncome }

/** Creates the draft invoice of a test at pos; `isNew` is false when the test already has one that is not void. */
export const createTestInvoice = async (
  deps: BillingDeps,
  workspaceId: Id,
  testId: Id,
  actorId: Id,
): Promise<Invoiced> => {
  const started = await deps.db.transaction(async () => {
    const test = await deps.tests.get(workspaceId, testId)
    if (openInvoiceOf(test)) return test
    checkBillable(test)
    return deps.tests.change(test, invoiceSaga.start(deps, test.invoiceStep ?? { actorId }))
  })
  return started.invoiceStep
    ? invoiceSaga.run(deps, started, () => completeInvoice(deps, started))
    : { test: started, isNew: false }
}

/** Books the income of a test at finance; `isNew` is false when it was already booked. */
export const createTestIncome = async (
  deps: BillingDeps,
  workspaceId: Id,
  testId: Id,
  actorId: Id,
): Promise<Booked> => {
  const started = await deps.db.transaction(async () => {
    const test = await deps.tests.get(workspaceId, testId)
    if (test.incomeId === null) checkBillable(test)
    const step = { actorId, amountMinor: toIncomeMinor(test), date: deps.clock.today() }
    return deps.tests.change(test, incomeSaga.start(deps, test.incomeStep ?? step))
  })
  return incomeSaga.run(deps, started, () => completeIncome(deps, started))
}

/** Repeats overdue calls to pos and finance; for the recovery job. */
export const recoverBilling = async (deps: BillingDeps): Promise<void> => {
  await invoiceSaga.recoverOverdue(deps)
  await incomeSaga.recoverOverdue(deps)
}

const completeInvoice = async (deps: BillingDeps, test: StoredTest): Promise<Invoiced> => {
  const { id, workspaceId, clientId } = test
  const { invoice, created } = await deps.invoicing.createDraftInvoice({
    workspaceId,
    reference: { type: 'lab-test', id },
    clientId,
    ...toInvoiceLines(test),
    createdBy: test.invoiceStep!.actorId,
  })
  if (!invoice) throw emptyAnswer('pos')
  const { id: invoiceId, version, number = null, status, totalMinor, currencyCode } = invoice
  const total = fromMinor(totalMinor, currencyCode)
  const recorded = await recordInvoice(deps, test, { id: invoiceId, version, number, status, total })
  return { test: recorded, isNew: created }
}

/** An event from pos may already have brought a newer version of the invoice; then that version stays. */
const recordInvoice = (
  { db, tests }: BillingDeps,
  test: StoredTest,
  invoice: StoredInvoice,
): Promise<StoredTest> =>
  db.transaction(async (tx) => {
    const { id, workspaceId } = test
    const updated =
      (await tests.setInvoiceIf(workspaceId, id, invoice)) ?? (await invoiceRecords.end(db, test))
    if (!updated) return tests.get(workspaceId, id)
    publishTestChanged(tx, updated, updated.items)
    return updated
  })

const completeIncome = async (deps: BillingDeps, test: StoredTest): Promise<Booked> => {
  const { id, workspaceId, number, clientId, currencyCode } = test
  const { actorId, amountMinor, date } = test.incomeStep!
  const { income } = await deps.finance.createIncome({
    workspaceId,
    reference: { type: 'labTest', id },
    title: `Lab test ${number}`,
    category: 'labs',
    account: '',
    amountMinor,
    currencyCode,
    date,
    clientId,
    actorId,
  })
  if (!income) throw emptyAnswer('finance')
  return { income: toIncome(income), ...(await recordIncome(deps, test, income.id)) }
}

/** Only one of several concurrent callers gets `isNew`; an income that replaces another one is new too. */
const recordIncome = ({ db, tests }: BillingDeps, before: StoredTest, incomeId: Id): Promise<Invoiced> =>
  db.transaction(async (tx) => {
    const { id, workspaceId } = before
    const updated = await tests.setIncomeIf(workspaceId, id, incomeId)
    if (updated) publishTestChanged(tx, updated, updated.items)
    const test = updated ?? (await incomeRecords.end(db, before)) ?? (await tests.get(workspaceId, id))
    return { test, isNew: updated !== null }
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

const toIncome = ({ amountMinor, ...income }: IncomeMessage): TestIncome => ({
  ...income,
  amount: fromMinor(amountMinor, income.currencyCode),
  category: income.category ?? null,
  account: income.account ?? null,
  source: income.source ?? null,
  notes: income.notes ?? null,
  clientId: income.clientId ?? null,
})

const emptyAnswer = (peer: string): AppError =>
  new AppError('UNAVAILABLE', `${peer} returned an empty answer; try again`, {
    retryAfterSeconds: 1,
  })

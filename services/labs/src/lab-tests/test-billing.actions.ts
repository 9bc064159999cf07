import { AppError, fromMinor } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import { publishTestChanged } from './lab-test.events.ts'
import type { StoredInvoice, StoredTest } from './lab-test.store.ts'
import { checkBillable, openInvoiceOf, toIncomeMinor, toInvoiceLines } from './test-billing.rules.ts'
import type { TestIncome } from './test-billing.contract.ts'

/**
 * Invoice and income of a test: the test here, the invoice at pos, the income at finance. The step is written down with
 * its actor before the other is asked, which fixes what is billed. Both make one record for each reference, so a call
 * whose answer was lost is asked again until it is answered: by the caller, or by `completeOverdueBilling`. Only a
 * refusal ends a step without a record.
 */
export type BillingDeps = Pick<LabsDeps, 'db' | 'clock' | 'logger' | 'tests' | 'invoicing' | 'finance'>

/** Longer than any request may take, so that nobody takes over a step that is still under way. */
const stepMs = 20_000
/** How long the job leaves a step that it could not complete. */
const retryMs = 1_000

export type Invoiced = { test: StoredTest; isNew: boolean }
export type Booked = Invoiced & { income: TestIncome }

/** Makes the draft of a test at the till, once: `isNew` is false when there is one already that is not void. */
export const createTestInvoice = async (
  deps: BillingDeps,
  workspaceId: Id,
  testId: Id,
  actorId: Id,
): Promise<Invoiced> => {
  const begun = await deps.db.transaction(async () => {
    const test = await deps.tests.get(workspaceId, testId)
    if (openInvoiceOf(test)) return test
    checkBillable(test)
    return deps.tests.change(test, {
      invoiceStep: test.invoiceStep ?? { actorId },
      invoiceUntil: after(deps.clock, stepMs),
    })
  })
  return begun.invoiceStep
    ? completeOrLeave(deps, begun, completeInvoice, invoiceStep)
    : { test: begun, isNew: false }
}

/** Books the income of a test, once: `isNew` is false when it was booked before. */
export const createTestIncome = async (
  deps: BillingDeps,
  workspaceId: Id,
  testId: Id,
  actorId: Id,
): Promise<Booked> => {
  const begun = await deps.db.transaction(async () => {
    const test = await deps.tests.get(workspaceId, testId)
    if (test.incomeId === null) checkBillable(test)
    const step = { actorId, amountMinor: toIncomeMinor(test), date: deps.clock.today() }
    return deps.tests.change(test, {
      incomeStep: test.incomeStep ?? step,
      incomeUntil: after(deps.clock, stepMs),
    })
  })
  return completeOrLeave(deps, begun, completeIncome, incomeStep)
}

/** Takes what is overdue, one after the other, until nothing is left that can be completed now. */
export const completeOverdueBilling = async (deps: BillingDeps): Promise<void> => {
  await completeOverdue(deps, completeInvoice, invoiceStep)
  await completeOverdue(deps, completeIncome, incomeStep)
}

const invoiceStep = { until: 'invoiceUntil', endIf: 'endInvoiceStepIf' } as const
const incomeStep = { until: 'incomeUntil', endIf: 'endIncomeStepIf' } as const
type StepFields = typeof invoiceStep | typeof incomeStep
type Complete<Outcome> = (deps: BillingDeps, test: StoredTest) => Promise<Outcome>

const completeOverdue = async (
  deps: BillingDeps,
  complete: Complete<unknown>,
  step: StepFields,
): Promise<void> => {
  for (let count = 0; count < 100; count += 1) {
    const test = await deps.tests.takeOverdue(step.until, deps.clock.now(), after(deps.clock, stepMs))
    if (!test) return
    await completeOrLeave(deps, test, complete, step).catch((error: unknown) => {
      deps.logger.warn({ err: error, testId: test.id }, 'the billing of a test is not completed yet')
    })
  }
}

/** A refusal ends the step; whatever else fails leaves it to the job, soon. */
const completeOrLeave = async <Outcome>(
  deps: BillingDeps,
  test: StoredTest,
  complete: Complete<Outcome>,
  { until, endIf }: StepFields,
): Promise<Outcome> => {
  const { workspaceId, id } = test
  try {
    return await complete(deps, test)
  } catch (error) {
    const isRefusal = error instanceof AppError && error.status < 500
    if (isRefusal) await deps.tests[endIf](workspaceId, id)
    else await deps.tests.postponeIf(workspaceId, id, until, after(deps.clock, retryMs))
    throw error
  }
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
  if (!invoice) throw answeredNothing('pos')
  const { id: invoiceId, version, number = null, status, totalMinor, currencyCode } = invoice
  const total = fromMinor(totalMinor, currencyCode)
  const recorded = await recordInvoice(deps, test, { id: invoiceId, version, number, status, total })
  return { test: recorded, isNew: created }
}

/** An event of the till may have brought newer news of the invoice meanwhile; then that stays. */
const recordInvoice = (
  { db, tests }: BillingDeps,
  { id, workspaceId }: StoredTest,
  invoice: StoredInvoice,
): Promise<StoredTest> =>
  db.transaction(async (tx) => {
    const updated =
      (await tests.setInvoiceIf(workspaceId, id, invoice)) ?? (await tests.endInvoiceStepIf(workspaceId, id))
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
  if (!income) throw answeredNothing('finance')
  return { income: toIncome(income), ...(await recordIncome(deps, test, income.id)) }
}

/** Of several callers one is the first; an income that takes the place of another one is new as well. */
const recordIncome = (
  { db, tests }: BillingDeps,
  { id, workspaceId }: StoredTest,
  incomeId: Id,
): Promise<Invoiced> =>
  db.transaction(async (tx) => {
    const updated = await tests.setIncomeIf(workspaceId, id, incomeId)
    if (updated) publishTestChanged(tx, updated, updated.items)
    const test =
      updated ?? (await tests.endIncomeStepIf(workspaceId, id)) ?? (await tests.get(workspaceId, id))
    return { test, isNew: updated !== null }
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

const answeredNothing = (peer: string): AppError =>
  new AppError('UNAVAILABLE', `${peer} has answered without a record; please try again`, {
    retryAfterSeconds: 1,
  })

const after = (clock: Clock, ms: number): Date => new Date(clock.now().getTime() + ms)

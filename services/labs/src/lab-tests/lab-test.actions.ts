import { AppError, invalid, newId, notFound, toDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import { toCodeKey } from '../coupons/coupon.rules.ts'
import { Gender } from './evaluation.contract.ts'
import type { NewTest, TestChanges } from './lab-test.contract.ts'
import { publishTestChanged } from './lab-test.events.ts'
import {
  checkNotBilled,
  checkOpen,
  checkOrderable,
  checkTestChanges,
  computeTotals,
  evaluateAnew,
  getItem,
  replaceItem,
  toItem,
  toSubject,
} from './lab-test.rules.ts'
import type { StoredCouponCopy, StoredItem, StoredTest } from './lab-test.store.ts'

export type TestDeps = Pick<LabsDeps, 'db' | 'clock' | 'tests' | 'analyses' | 'units' | 'coupons' | 'people'>
type ChangeDeps = Pick<TestDeps, 'db' | 'tests'>
type Changes = Parameters<TestDeps['tests']['change']>[1]

/** Orders analyses for a client: names, unit, prices and coupon are copied as they are now. */
export const createTest = async (
  deps: TestDeps,
  workspaceId: Id,
  currencyCode: string,
  { clientId, testDate, analysisIds, couponCode }: NewTest,
  createdBy: Id,
): Promise<StoredTest> => {
  const client = await getClient(deps, workspaceId, clientId)
  return deps.db.transaction(async (tx) => {
    const items = await orderItems(deps, workspaceId, analysisIds)
    const coupon = couponCode === null ? null : await useCoupon(deps, workspaceId, couponCode)
    const created = await deps.tests.insert(workspaceId, {
      clientId,
      ...client,
      testDate: toDay(testDate),
      items,
      coupon,
      currencyCode,
      ...computeTotals(items, coupon, currencyCode),
      createdBy,
    })
    publishTestChanged(tx, created)
    return created
  })
}

/** Client, day and coupon, or its end; another client or day evaluates the results anew. */
export const updateTest = async (
  deps: TestDeps,
  workspaceId: Id,
  testId: Id,
  changes: TestChanges,
): Promise<StoredTest> => {
  const { clientId, testDate, couponCode, status } = changes
  const client = clientId === undefined ? null : await getClient(deps, workspaceId, clientId)
  return changeTest(deps, workspaceId, testId, async (test) => {
    checkTestChanges(test, changes)
    const about = {
      ...client,
      ...(clientId !== undefined && { clientId }),
      ...(testDate !== undefined && { testDate: toDay(testDate) }),
    }
    const isOther = clientId !== undefined || testDate !== undefined
    const coupon = typeof couponCode === 'string' ? await chooseCoupon(deps, test, couponCode) : couponCode
    return {
      ...about,
      ...(isOther && {
        items: evaluateAnew(test.items, await analysesOf(deps, test), toSubject({ ...test, ...about })),
      }),
      ...(coupon !== undefined && {
        coupon,
        ...computeTotals(test.items, coupon, test.currencyCode),
      }),
      ...(status !== undefined && { status }),
    }
  })
}

export const addItems = (
  deps: TestDeps,
  workspaceId: Id,
  testId: Id,
  analysisIds: readonly Id[],
): Promise<StoredTest> =>
  changeTest(deps, workspaceId, testId, async (test) => {
    checkOpen(test)
    checkNotBilled(test)
    return withItems(test, [...test.items, ...(await orderItems(deps, workspaceId, analysisIds))])
  })

export const removeItem = (deps: ChangeDeps, workspaceId: Id, testId: Id, itemId: Id): Promise<StoredTest> =>
  changeTest(deps, workspaceId, testId, (test) => {
    const { id } = getItem(test.items, itemId)
    checkOpen(test)
    checkNotBilled(test)
    return withItems(
      test,
      test.items.filter((each) => each.id !== id),
    )
  })

/** From any state; a test that is completed already stays as it is. */
export const completeTest = (
  deps: ChangeDeps & Pick<TestDeps, 'clock'>,
  workspaceId: Id,
  testId: Id,
): Promise<StoredTest> =>
  changeTest(deps, workspaceId, testId, ({ status, completedAt }) => ({
    status: 'completed',
    completedAt: status === 'completed' ? completedAt : deps.clock.now(),
  }))

const withItems = (test: StoredTest, items: StoredItem[]): Changes => ({
  items,
  ...computeTotals(items, test.coupon, test.currencyCode),
})

/** Reads the test, writes what follows from it and tells of it, in one transaction. */
export const changeTest = (
  { db, tests }: ChangeDeps,
  workspaceId: Id,
  testId: Id,
  toChanges: (test: StoredTest) => Changes | Promise<Changes>,
): Promise<StoredTest> =>
  db.transaction(async (tx) => {
    const test = await tests.get(workspaceId, testId)
    const changed = await tests.change(test, await toChanges(test))
    publishTestChanged(tx, changed, test.items)
    return changed
  })

/** Changes one item by what is known of the client now; of a client who was removed, by what was known before. */
export const changeItem = async (
  deps: TestDeps,
  workspaceId: Id,
  testId: Id,
  itemId: Id,
  change: (
    test: StoredTest,
    item: StoredItem,
    analyses: Awaited<ReturnType<typeof analysesOf>>,
  ) => StoredItem,
  check: (test: StoredTest) => void,
): Promise<StoredTest> => {
  const before = await deps.tests.get(workspaceId, testId)
  getItem(before.items, itemId)
  check(before)
  const client = await findClient(deps, workspaceId, before.clientId)
  return changeTest(deps, workspaceId, testId, async (test) => {
    if (test.clientId !== before.clientId)
      throw new AppError('UNAVAILABLE', 'The client of the test has just changed; try again', {
        retryAfterSeconds: 1,
      })
    check(test)
    const known = { ...test, ...client }
    const changed = change(known, getItem(test.items, itemId), await analysesOf(deps, test))
    return {
      ...client,
      items: replaceItem(test.items, changed),
      ...(test.status === 'draft' && { status: 'in-progress' }),
    }
  })
}

const analysesOf = ({ analyses }: Pick<TestDeps, 'analyses'>, { workspaceId, items }: StoredTest) =>
  analyses.listByIds(workspaceId, [...new Set(items.map(({ analysisId }) => analysisId))])

const orderItems = async (deps: TestDeps, workspaceId: Id, ids: readonly Id[]): Promise<StoredItem[]> => {
  const ordered = checkOrderable(ids, await deps.analyses.listByIds(workspaceId, [...new Set(ids)]))
  const unitIds = [...new Set(ordered.flatMap(({ unitId }) => unitId ?? []))]
  const units = unitIds.length === 0 ? [] : await deps.units.listByIds(workspaceId, unitIds)
  return ordered.map((analysis) => toItem(newId(), analysis, units))
}

/** The code that the test has already stays as it was copied. */
const chooseCoupon = async (
  deps: TestDeps,
  { workspaceId, coupon }: StoredTest,
  code: string,
): Promise<StoredCouponCopy> =>
  coupon && toCodeKey(coupon.couponCode) === toCodeKey(code) ? coupon : useCoupon(deps, workspaceId, code)

const useCoupon = async (
  { coupons }: Pick<TestDeps, 'coupons'>,
  workspaceId: Id,
  code: string,
): Promise<StoredCouponCopy> => {
  const coupon = await coupons.findByCode(workspaceId, code)
  if (!coupon) throw invalid('couponCode', 'must be the code of a coupon of this workspace')
  const { id, couponCode, couponTitle, couponType, couponValue, couponStatus } = coupon
  if (couponStatus !== 'active')
    throw invalid('couponCode', 'belongs to a coupon that is not active: activate it or leave it out')
  return { id, couponCode, couponTitle, couponType, couponValue }
}

type ClientCopy = Pick<StoredTest, 'clientName' | 'clientDateOfBirth' | 'clientGender'>

/** Null when the client was removed, or never was. */
const findClient = async (
  { people }: Pick<TestDeps, 'people'>,
  workspaceId: Id,
  clientId: Id,
): Promise<ClientCopy | null> => {
  const { client } = await people.getClient({ workspaceId, clientId })
  if (!client) return null
  const gender = Gender.safeParse(client.gender)
  return {
    clientName: client.name,
    clientDateOfBirth: client.dateOfBirth ?? null,
    clientGender: gender.success ? gender.data : null,
  }
}

const getClient = async (
  deps: Pick<TestDeps, 'people'>,
  workspaceId: Id,
  clientId: Id,
): Promise<ClientCopy> => {
  const client = await findClient(deps, workspaceId, clientId)
  if (!client) throw notFound('Client')
  return client
}

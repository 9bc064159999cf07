import { AppError, invalid, newId, notFound, toDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { Range } from '../analyses/range.contract.ts'
import { toCodeKey } from '../coupons/coupon.rules.ts'
import type { LabsDeps } from '../deps.ts'
import { Gender } from './evaluation.contract.ts'
import type { LabTestChanges, NewLabTest } from './lab-test.contract.ts'
import { publishLabResults, publishLabTestChanged } from './lab-test.events.ts'
import {
  amendItem,
  checkCompleted,
  checkOpen,
  changeVerb,
  evaluateAgain,
  findChangedResults,
  findNewlyCritical,
  getItem,
  replaceItem,
  toSubject,
  withResult,
} from './lab-test-result.rules.ts'
import type { NewAmendment } from './lab-test-result.rules.ts'
import {
  checkItemBytes,
  checkLabTestChanges,
  checkNotBilled,
  checkOrderable,
  computeTotals,
  toItem,
} from './lab-test.rules.ts'
import type { LabTestRecord, StoredCouponCopy, StoredItem, StoredLabTest } from './lab-test.types.ts'

export type LabTestDeps = Pick<
  LabsDeps,
  'db' | 'clock' | 'labTests' | 'clientNames' | 'analyses' | 'units' | 'coupons' | 'people'
>
type ChangeDeps = Pick<LabTestDeps, 'db' | 'labTests'>
type Changes = Partial<LabTestRecord>

/**
 * Orders analyses for a client. Names, units, prices and the coupon are copied, so that later changes do not affect
 * the test.
 */
export const createLabTest = async (
  deps: LabTestDeps,
  workspaceId: Id,
  currencyCode: string,
  client: FoundClient,
  { testDate, analysisIds, couponCode }: Omit<NewLabTest, 'clientId'>,
  createdBy: Id,
): Promise<StoredLabTest> =>
  deps.db.transaction(
    async (tx) => {
      const items = await orderItems(deps, workspaceId, analysisIds)
      const copied = await copyClient(deps, workspaceId, client)
      const coupon = couponCode === null ? null : await useCoupon(deps, workspaceId, couponCode)
      const created = await deps.labTests.insert(workspaceId, {
        ...copied,
        testDate: toDay(testDate),
        items,
        coupon,
        currencyCode,
        ...computeTotals(items, coupon, currencyCode),
        createdBy,
      })
      publishLabTestChanged(tx, 'created', created)
      return created
    },
    { queue: testNumberQueue(workspaceId) },
  )

/** Returns the queue of new tests, whose numbers are counted by workspace without gaps. */
export const testNumberQueue = (workspaceId: Id): string => `test_numbers ${workspaceId}`

/** Changes the client, date or coupon, or cancels the test. A different client or date re-evaluates all results. */
export const updateLabTest = async (
  deps: LabTestDeps,
  workspaceId: Id,
  testId: Id,
  changes: LabTestChanges,
): Promise<StoredLabTest> => {
  const { clientId, testDate, couponCode, status } = changes
  const client = clientId === undefined ? null : await getClient(deps, workspaceId, clientId)
  return deps.db.transaction(async (tx) => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    checkLabTestChanges(labTest, changes)
    const subject = {
      ...(client && (await copyClient(deps, workspaceId, client))),
      ...(testDate !== undefined && { testDate: toDay(testDate) }),
    }
    const changesSubject = clientId !== undefined || testDate !== undefined
    const coupon = typeof couponCode === 'string' ? await chooseCoupon(deps, labTest, couponCode) : couponCode
    return saveChanges(deps, tx, labTest, {
      ...subject,
      ...(changesSubject && {
        items: evaluateAgain(
          labTest.items,
          await listRanges(deps, labTest),
          toSubject({ ...labTest, ...subject }),
        ),
      }),
      ...(coupon !== undefined && { coupon, ...computeTotals(labTest.items, coupon, labTest.currencyCode) }),
      ...(status !== undefined && { status }),
    })
  })
}

export const addLabTestItems = (
  deps: LabTestDeps,
  workspaceId: Id,
  testId: Id,
  analysisIds: readonly Id[],
): Promise<StoredLabTest> =>
  deps.db.transaction(async (tx) => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    checkOpen(labTest)
    checkNotBilled(labTest)
    const items = [...labTest.items, ...(await orderItems(deps, workspaceId, analysisIds))]
    return saveChanges(deps, tx, labTest, withItems(labTest, items))
  })

export const removeLabTestItem = (
  deps: ChangeDeps,
  workspaceId: Id,
  testId: Id,
  itemId: Id,
): Promise<StoredLabTest> =>
  deps.db.transaction(async (tx) => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    const { id } = getItem(labTest.items, itemId)
    checkOpen(labTest)
    checkNotBilled(labTest)
    const items = labTest.items.filter((each) => each.id !== id)
    return saveChanges(deps, tx, labTest, withItems(labTest, items))
  })

/** Completes a test in any status; a test that is already completed keeps its completion time. */
export const completeLabTest = (
  deps: ChangeDeps & Pick<LabTestDeps, 'clock'>,
  workspaceId: Id,
  testId: Id,
): Promise<StoredLabTest> =>
  deps.db.transaction(async (tx) => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    if (labTest.status === 'completed') return labTest
    return saveChanges(deps, tx, labTest, { status: 'completed', completedAt: deps.clock.now() })
  })

/**
 * Records a result in an open test and evaluates it based on the client's current data, or on the data stored in the
 * test if the client was removed. The name is updated by events only.
 */
export const setLabTestResult = async (
  deps: LabTestDeps,
  workspaceId: Id,
  testId: Id,
  itemId: Id,
  value: number,
): Promise<StoredLabTest> => {
  const before = await deps.labTests.get(workspaceId, testId)
  getItem(before.items, itemId)
  checkOpen(before)
  const { clientDateOfBirth, clientGender } = (await findClient(deps, workspaceId, before.clientId)) ?? before
  return deps.db.transaction(async (tx) => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    const item = getItem(labTest.items, itemId)
    checkOpen(labTest)
    if (labTest.clientId !== before.clientId) throw clientChanged()
    const subject = toSubject({ ...labTest, clientDateOfBirth, clientGender })
    const changed = withResult(item, value, await findRanges(deps, workspaceId, item), subject)
    return saveChanges(deps, tx, labTest, {
      items: replaceItem(labTest.items, changed),
      clientDateOfBirth,
      clientGender,
      ...(labTest.status === 'draft' && { status: 'in-progress' }),
    })
  })
}

/**
 * Corrects a result in a completed test and keeps the previous value. The client data in the report stays unchanged.
 */
export const amendLabTestResult = (
  deps: LabTestDeps,
  workspaceId: Id,
  testId: Id,
  itemId: Id,
  amendment: NewAmendment,
): Promise<StoredLabTest> =>
  deps.db.transaction(async (tx) => {
    const labTest = await deps.labTests.get(workspaceId, testId)
    const item = getItem(labTest.items, itemId)
    checkCompleted(labTest)
    const ranges = await findRanges(deps, workspaceId, item)
    const changed = amendItem(item, amendment, ranges, toSubject(labTest))
    return saveChanges(deps, tx, labTest, { items: replaceItem(labTest.items, changed) })
  })

/** Stores and publishes the changes of a test that was read in the same transaction. */
const saveChanges = async (
  { labTests }: ChangeDeps,
  tx: Tx,
  labTest: StoredLabTest,
  changes: Changes,
): Promise<StoredLabTest> => {
  if (changes.items) checkItemBytes(labTest.items, changes.items)
  const changed = await labTests.change(labTest, changes)
  publishLabTestChanged(tx, changeVerb(labTest.status, changed.status), changed)
  publishLabResults(
    tx,
    changed,
    findChangedResults(labTest.items, changed.items),
    findNewlyCritical(labTest.items, changed.items),
  )
  return changed
}

const clientChanged = (): AppError =>
  new AppError('UNAVAILABLE', "Another request changed the test's client; try again", {
    retryAfterSeconds: 1,
  })

const withItems = (labTest: StoredLabTest, items: StoredItem[]): Changes => ({
  items,
  ...computeTotals(items, labTest.coupon, labTest.currencyCode),
})

const findRanges = async (
  { analyses }: Pick<LabTestDeps, 'analyses'>,
  workspaceId: Id,
  { analysisId }: StoredItem,
): Promise<readonly Range[]> => {
  const [analysis] = await analyses.listRanges(workspaceId, [analysisId])
  return analysis?.ranges ?? []
}

/** Returns the ranges of the analyses that have a result, by analysis id. */
const listRanges = async (
  { analyses }: Pick<LabTestDeps, 'analyses'>,
  { workspaceId, items }: StoredLabTest,
): Promise<ReadonlyMap<Id, readonly Range[]>> => {
  const evaluated = items.filter(({ resultValueNumeric }) => resultValueNumeric !== null)
  const ids = [...new Set(evaluated.map(({ analysisId }) => analysisId))]
  const found = await analyses.listRanges(workspaceId, ids)
  return new Map(found.map(({ id, ranges }) => [id, ranges]))
}

const orderItems = async (deps: LabTestDeps, workspaceId: Id, ids: readonly Id[]): Promise<StoredItem[]> => {
  const ordered = checkOrderable(ids, await deps.analyses.listOrderable(workspaceId, [...new Set(ids)]))
  const unitIds = [...new Set(ordered.flatMap(({ unitId }) => unitId ?? []))]
  const units = unitIds.length === 0 ? [] : await deps.units.listByIds(workspaceId, unitIds)
  return ordered.map((analysis) => toItem(newId(), analysis, units))
}

/** Keeps the copied coupon terms when the test already has this coupon. */
const chooseCoupon = async (
  deps: LabTestDeps,
  { workspaceId, coupon }: StoredLabTest,
  code: string,
): Promise<StoredCouponCopy> =>
  coupon && toCodeKey(coupon.couponCode) === toCodeKey(code) ? coupon : useCoupon(deps, workspaceId, code)

const useCoupon = async (
  { coupons }: Pick<LabTestDeps, 'coupons'>,
  workspaceId: Id,
  code: string,
): Promise<StoredCouponCopy> => {
  const coupon = await coupons.findByCode(workspaceId, code)
  if (!coupon) throw invalid('couponCode', 'must be the code of a coupon in this workspace')
  const { id, couponCode, couponTitle, couponType, couponValue, couponStatus } = coupon
  if (couponStatus !== 'active') throw invalid('couponCode', 'must be the code of an active coupon')
  return { id, couponCode, couponTitle, couponType, couponValue }
}

export type FoundClient = Pick<StoredLabTest, 'clientDateOfBirth' | 'clientGender'> & {
  id: Id
  name: string
  version: number
}

/** Returns the client data that a test keeps, with the newest known name. */
const copyClient = async (
  { clientNames }: Pick<LabTestDeps, 'clientNames'>,
  workspaceId: Id,
  { id, name, version, ...client }: FoundClient,
) => ({
  clientId: id,
  clientName: await clientNames.useNewest(workspaceId, id, { name, version }),
  ...client,
})

/** Returns null when the client was removed or never existed. */
const findClient = async (
  { people }: Pick<LabTestDeps, 'people'>,
  workspaceId: Id,
  clientId: Id,
): Promise<FoundClient | null> => {
  const { client } = await people.getClient({ workspaceId, clientId })
  if (!client) return null
  const gender = Gender.safeParse(client.gender)
  return {
    id: client.id,
    name: client.name,
    version: client.version ?? 0,
    clientDateOfBirth: client.dateOfBirth ?? null,
    clientGender: gender.success ? gender.data : null,
  }
}

/** Returns the client data that a test keeps. Throws NOT_FOUND when the client does not exist. */
export const getClient = async (
  deps: Pick<LabTestDeps, 'people'>,
  workspaceId: Id,
  clientId: Id,
): Promise<FoundClient> => {
  const client = await findClient(deps, workspaceId, clientId)
  if (!client) throw notFound('Client')
  return client
}

import type { Id } from '@wp/kernel'
import { withIsoTimes } from '@wp/kernel'
import type { StoredUnit } from '../units/unit.store.ts'
import type { Analysis } from './analysis.contract.ts'
import type { StoredAnalysis } from './analysis.store.ts'

/** Of the units those that the analyses name. */
export const toAnalysis = (stored: StoredAnalysis, units: readonly StoredUnit[]): Analysis => ({
  ...withIsoTimes(stored),
  unit: titleOf(units, stored.unitId),
})

const titleOf = (units: readonly StoredUnit[], unitId: Id | null): string | null =>
  units.find(({ id }) => id === unitId)?.labUnitTitle ?? null

import type { Id } from '@wp/kernel'
import { withIsoTimes } from '@wp/kernel'
import type { StoredUnit } from '../units/unit.types.ts'
import type { Analysis } from './analysis.contract.ts'
import type { StoredAnalysis } from './analysis.types.ts'

export const toAnalysis = (stored: StoredAnalysis, units: readonly StoredUnit[]): Analysis => ({
  ...withIsoTimes(stored),
  taxRateId: stored.taxRateId ?? null,
  unit: titleOf(units, stored.unitId),
})

const titleOf = (units: readonly StoredUnit[], unitId: Id | null): string | null =>
  units.find(({ id }) => id === unitId)?.labUnitTitle ?? null

import { withIsoTimes } from '@wp/kernel'
import type { LabUnit } from './unit.contract.ts'
import type { StoredUnit } from './unit.types.ts'

export const toLabUnit = (stored: StoredUnit): LabUnit => withIsoTimes(stored)

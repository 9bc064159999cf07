import { withIsoTimes } from '@wp/kernel'
import type { Plan } from './plan.contract.ts'
import { translatePlan } from './plan.rules.ts'
import type { StoredPlan } from './plan.store.ts'

export const toPlan = (stored: StoredPlan): Plan => withIsoTimes(stored)

export const toTranslatedPlan = (stored: StoredPlan, locale: string | undefined): Plan =>
  translatePlan(toPlan(stored), locale)

import type { Plan } from './plan.contract.ts'

/** What a plan allows; null means no limit. */
export type PlanLimits = { maxStaff: number | null; storageMb: number | null }

/** Hears of a flag that cannot be read. */
export type FlagFault = (key: string, value: string) => void

/** An absent flag or -1 is no limit; a value that is no whole number allows nothing and is reported. */
const limitOf = (plan: Pick<Plan, 'flags'>, key: string, onFault: FlagFault) => {
  const value = plan.flags.find((flag) => flag.key === key)?.value.trim()
  if (value === undefined || value === '-1') return null
  if (/^\d{1,15}$/.test(value)) return Number(value)
  onFault(key, value)
  return 0
}

/** The limits that a plan's flags set. `onFault` hears of flags that cannot be read. */
export const limitsOf = (plan: Pick<Plan, 'flags'>, onFault: FlagFault = () => undefined): PlanLimits => ({
  maxStaff: limitOf(plan, 'max-staff', onFault),
  storageMb: limitOf(plan, 'storage-mb', onFault),
})

/** The plan with name and description in the asked language, where there is a translation. */
export const translatePlan = <P extends Pick<Plan, 'name' | 'description' | 'translations'>>(
  plan: P,
  locale: string | undefined,
): P => {
  const text = plan.translations.find((translation) => translation.locale === locale)
  return text ? { ...plan, name: text.name, description: text.description } : plan
}

type Limited = Pick<Plan, 'slug' | 'flags'>

/** Whether those on the plan have to be told: its limits or its slug are others now. */
export const changesLimits = (before: Limited, after: Limited): boolean => {
  const [old, now] = [limitsOf(before), limitsOf(after)]
  return before.slug !== after.slug || old.maxStaff !== now.maxStaff || old.storageMb !== now.storageMb
}

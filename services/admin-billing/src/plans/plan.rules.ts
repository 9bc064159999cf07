import type { Plan } from './plan.contract.ts'

/** Null means no limit. */
export type PlanLimits = { maxStaff: number | null; storageMb: number | null }

const limitFlags = ['max-staff', 'storage-mb'] as const
type LimitFlag = (typeof limitFlags)[number]
type Flags = Pick<Plan, 'flags'>

const findValue = (plan: Flags, key: LimitFlag) => plan.flags.find((flag) => flag.key === key)?.value.trim()
const isUnlimited = (value: string | undefined) => value === undefined || value === '-1'
const isNumber = (value: string | undefined) => value !== undefined && /^\d{1,15}$/.test(value)

const toLimit = (plan: Flags, key: LimitFlag): number | null => {
  const value = findValue(plan, key)
  if (isUnlimited(value)) return null
  return isNumber(value) ? Number(value) : 0
}

/** A missing flag or -1 means no limit. An invalid value allows nothing; see `listInvalidFlags`. */
export const toPlanLimits = (plan: Flags): PlanLimits => ({
  maxStaff: toLimit(plan, 'max-staff'),
  storageMb: toLimit(plan, 'storage-mb'),
})

/** Lists the plan's limits whose values are not whole numbers. */
export const listInvalidFlags = (plan: Flags): { flag: string; value: string }[] =>
  limitFlags.flatMap((flag) => {
    const value = findValue(plan, flag)
    return value === undefined || isUnlimited(value) || isNumber(value) ? [] : [{ flag, value }]
  })

/** Translates the name and description when a translation exists. */
export const translatePlan = <P extends Pick<Plan, 'name' | 'description' | 'translations'>>(
  plan: P,
  locale: string | undefined,
): P => {
  const translation = plan.translations.find((candidate) => candidate.locale === locale)
  return translation ? { ...plan, name: translation.name, description: translation.description } : plan
}

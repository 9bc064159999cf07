import type { BookingPage } from '@workspace-platform/client/scheduling'
import { fromList, toList } from '../../app/form-values.rules.ts'
import type { TextKey } from '../../i18n/text-key.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { toLines } from './settings.rules.ts'

export const numberFields = [
  'leadMinutes',
  'horizonDays',
  'slotStepMinutes',
  'changeUntilMinutes',
  'maxOpenPerCustomer',
] as const
type NumberField = (typeof numberFields)[number]

/** A booking page as the form edits it, with strings only. */
export type PageFields = Record<NumberField, string> & {
  slug: string
  isEnabled: string
  allServices: string
  serviceIds: string
  allowStaffChoice: string
  publicFieldIds: string
  allowedOrigins: string
}

const yes = (value: boolean): string => (value ? 'yes' : '')

/** Returns the fields of a page; without one, those that the API would use. */
export const toPageFields = (page: BookingPage | null, suggestedSlug: string): PageFields => ({
  slug: page?.slug ?? suggestedSlug,
  isEnabled: yes(page?.isEnabled ?? true),
  allServices: yes((page?.serviceIds ?? null) === null),
  serviceIds: fromList(page?.serviceIds ?? []),
  allowStaffChoice: yes(page?.allowStaffChoice ?? true),
  publicFieldIds: fromList(page?.publicFieldIds ?? []),
  allowedOrigins: (page?.allowedOrigins ?? []).join('\n'),
  leadMinutes: String(page?.leadMinutes ?? 120),
  horizonDays: String(page?.horizonDays ?? 60),
  slotStepMinutes: String(page?.slotStepMinutes ?? 30),
  changeUntilMinutes: String(page?.changeUntilMinutes ?? 1440),
  maxOpenPerCustomer: String(page?.maxOpenPerCustomer ?? 3),
})

/** Returns the problems that can be found without the API. */
export const checkPage = (fields: PageFields): Partial<Record<keyof PageFields, TextKey>> => ({
  ...(fields.slug.trim() === '' && { slug: 'form.required' as const }),
  ...Object.fromEntries(
    numberFields
      .filter((name) => !Number.isInteger(toNumber(fields[name])))
      .map((name) => [name, 'settings.wholeNumber' as const]),
  ),
})

export const toPageBody = (fields: PageFields) => ({
  slug: fields.slug.trim(),
  isEnabled: fields.isEnabled === 'yes',
  serviceIds: fields.allServices === 'yes' ? null : toList(fields.serviceIds),
  allowStaffChoice: fields.allowStaffChoice === 'yes',
  publicFieldIds: toList(fields.publicFieldIds),
  allowedOrigins: toLines(fields.allowedOrigins),
  leadMinutes: toNumber(fields.leadMinutes),
  horizonDays: toNumber(fields.horizonDays),
  slotStepMinutes: toNumber(fields.slotStepMinutes),
  changeUntilMinutes: toNumber(fields.changeUntilMinutes),
  maxOpenPerCustomer: toNumber(fields.maxOpenPerCustomer),
})

import type { Holiday } from '@workspace-platform/client/scheduling'

export const frequencies = ['daily', 'weekly', 'monthly', 'yearly'] as const
type Frequency = (typeof frequencies)[number]

/** A holiday as the form edits it; an empty frequency means that it is on one day only. */
export type HolidayFields = { name: string; date: string; frequency: string }

export const toHolidayFields = (holiday: Holiday | null): HolidayFields => ({
  name: holiday?.name ?? '',
  date: holiday?.anchorDate ?? '',
  frequency: holiday?.recurrenceRule?.frequency ?? '',
})

/** A weekly holiday is on the weekday of its date. */
export const toHolidayBody = ({ name, date, frequency }: HolidayFields) => {
  const known: Frequency | undefined = frequencies.find((each) => each === frequency)
  const dayOfWeek = known === 'weekly' ? new Date(`${date}T00:00:00Z`).getUTCDay() : null
  return {
    name: name.trim(),
    date,
    isRecurring: known !== undefined,
    recurrenceRule: known ? { frequency: known, dayOfWeek } : null,
  }
}

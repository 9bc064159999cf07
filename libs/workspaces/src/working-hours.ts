import { TimeOfDay } from '@wp/kernel'
import { z } from 'zod'

const Interval = z
  .object({ start: TimeOfDay, end: TimeOfDay })
  .refine(({ start, end }) => start < end, { path: ['end'], error: 'must be later than start' })

const Day = z.object({
  isOpen: z.boolean(),
  intervals: z
    .array(Interval)
    .max(24)
    .refine((all) => all.every((interval, index) => index === 0 || all[index - 1]!.end <= interval.start), {
      error: 'must be in order and must not overlap',
    }),
})

/** A weekly schedule. Intervals are in order and do not overlap. Times are in the workspace's time zone. */
export const WorkingHours = z
  .object({
    monday: Day,
    tuesday: Day,
    wednesday: Day,
    thursday: Day,
    friday: Day,
    saturday: Day,
    sunday: Day,
  })
  .meta({ id: 'WorkingHours' })
export type WorkingHours = z.output<typeof WorkingHours>

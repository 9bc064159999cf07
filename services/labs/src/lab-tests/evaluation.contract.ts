import { z } from 'zod'
import { AgeUnit, Range } from '../analyses/range.contract.ts'

export const Gender = z.enum(['male', 'female'])
export type Gender = z.output<typeof Gender>

export const Flag = z.enum(['low', 'normal', 'high'])
export const FlagReason = z.enum(['NO_RANGE', 'NO_DATE_OF_BIRTH', 'NO_GENDER', 'NO_LIMITS'])

/** How a result came to its flag, as it was known then: later changes of ranges and clients change nothing of it. */
export const Evaluation = z
  .object({
    range: Range.nullable().describe('A copy of the range that matched'),
    age: z
      .object({ value: z.int(), unit: AgeUnit })
      .nullable()
      .describe(
        "Completed on the day of the test, in the range's unit; null when the date of birth is unknown",
      ),
    gender: Gender.nullable(),
    reason: z.string().describe('For a person to read'),
  })
  .meta({ id: 'LabEvaluation' })
export type Evaluation = z.output<typeof Evaluation>

export const Evaluated = z.object({
  flag: Flag.nullable().describe('Null without a result, or without a range to judge it by'),
  flagReason: FlagReason.nullable().describe('Why a result has no flag'),
  isCritical: z.boolean(),
  notes: z.array(z.string()),
  evaluation: Evaluation.nullable(),
})
export type Evaluated = z.output<typeof Evaluated>

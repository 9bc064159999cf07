import { z } from 'zod'
import { AgeUnit, Range } from '../analyses/range.contract.ts'

export const Gender = z.enum(['male', 'female'])
export type Gender = z.output<typeof Gender>

export const Flag = z.enum(['low', 'normal', 'high'])
export const FlagReason = z.enum(['NO_RANGE', 'NO_DATE_OF_BIRTH', 'NO_GENDER', 'NO_LIMITS'])

/** Explains a result's flag. Later changes to ranges and clients do not affect it. */
export const Evaluation = z
  .object({
    range: Range.nullable().describe('A copy of the range that matched'),
    age: z
      .object({ value: z.int(), unit: AgeUnit })
      .nullable()
      .describe("Age on the test date in the range's unit; null if the date of birth is unknown"),
    gender: Gender.nullable(),
    reason: z.string().describe('Human-readable explanation'),
  })
  .meta({ id: 'LabEvaluation' })
export type Evaluation = z.output<typeof Evaluation>

export const Evaluated = z.object({
  flag: Flag.nullable().describe('Null when there is no result or no matching range with limits'),
  flagReason: FlagReason.nullable().describe('Why a result has no flag'),
  isCritical: z.boolean(),
  notes: z.array(z.string()),
  evaluation: Evaluation.nullable(),
})
export type Evaluated = z.output<typeof Evaluated>

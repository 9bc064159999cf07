import { z } from 'zod'
import { AgeUnit, Range } from '../analyses/range.contract.ts'

export const Gender = z.enum(['male', 'female'])
export type Gender = z.output<typeof Gender>

export const Flag = z.enum(['low', 'normal', 'high'])
export const FlagReason = z.enum(['NO_RANGE', 'NO_DATE_OF_BIRTH', 'NO_GENDER', 'NO_LIMITS'])

/** Explains the flag of a result. Later changes to ranges and clients do not affect it. */
export const Evaluation = z
  .object({
    range: Range.nullable().describe('A copy of the range that matched'),
    age: z
      .object({ value: z.int(), unit: AgeUnit })
      .nullable()
      .describe('In completed units of the range on the test date; null if the date of birth is unknown'),
    gender: Gender.nullable(),
    reason: z.string().describe('Human-readable explanation'),
  })
  .meta({ id: 'LabEvaluation' })
export type Evaluation = z.output<typeof Evaluation>

export const Evaluated = z.object({
  flag: Flag.nullable().describe('null without a result or a matching range'),
  flagReason: FlagReason.nullable().describe('Why a result has no flag'),
  isCritical: z.boolean(),
  notes: z.array(z.string()),
  evaluation: Evaluation.nullable(),
})
export type Evaluated = z.output<typeof Evaluated>

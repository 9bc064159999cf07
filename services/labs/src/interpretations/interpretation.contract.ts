import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'
import { changeFails, labPolicy, readFails } from '../lab-routes/lab-route.contract.ts'

const InterpretationLanguage = z.enum(['en', 'ar'])
export type InterpretationLanguage = z.output<typeof InterpretationLanguage>

export const Interpretation = z
  .object({
    language: InterpretationLanguage,
    direction: z.enum(['ltr', 'rtl']),
    text: z.string(),
    provider: z.string().describe('`rules`, or the model name'),
    cost: z
      .number()
      .describe('In US dollars, based on the tokens used; 0 for `rules` and for a repeated request'),
  })
  .meta({ id: 'LabInterpretation' })
export type Interpretation = z.output<typeof Interpretation>

export const Estimate = z
  .object({
    provider: z.string(),
    tokens: z.int().describe('Maximum number of input and output tokens'),
    costUsd: z.number(),
  })
  .meta({ id: 'LabInterpretationEstimate' })
export type Estimate = z.output<typeof Estimate>

const path = '/workspace/:workspaceId/labs/tests/:testId/items/:itemId/interpret'
const tag = 'Lab tests'

export const interpretResult = defineRoute({
  id: 'interpretResult',
  method: 'POST',
  path,
  summary: 'Interpret a result',
  description:
    'Explains a result in English or Arabic. Uses the configured model, or fixed rules if no model is configured or it fails. The model receives nothing that identifies the client. Repeating a request for the same value, range and language returns the same text without asking the model again.',
  tag,
  access: workspace('labs.run'),
  rate: 'model',
  ...labPolicy,
  body: z.object({ language: InterpretationLanguage.default('en') }).prefault({}),
  replies: { 200: z.object({ interpretation: Interpretation }) },
  fails: changeFails,
})

export const estimateInterpretation = defineRoute({
  id: 'estimateInterpretation',
  method: 'GET',
  path: `${path}/estimate`,
  summary: 'Calculate the maximum cost of an interpretation',
  description: 'Returns the maximum cost without calling the model.',
  tag,
  access: workspace('labs.run'),
  ...labPolicy,
  replies: { 200: z.object({ estimate: Estimate }) },
  fails: readFails,
})

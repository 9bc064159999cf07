import type { RequestBody } from '@wp/http'
import * as scheduling from '@wp/scheduling/contract'
import { newWorkspace } from '@wp/testing'
import type { Api } from '@wp/testing'
import * as contract from '../src/contract.ts'

export const unknownId = 'f'.repeat(24)
export type LabsApi = Api<typeof contract, 'workspaceId'>

/** Creates a workspace with a female client born on 20 May 1990. */
export const newLaboratory = async (client: Partial<RequestBody<typeof scheduling.createClient>> = {}) => {
  const workspace = await newWorkspace(contract)
  const person = { name: 'Mona Said', dateOfBirth: '1990-05-20', gender: 'female' as const, ...client }
  const { body } = await workspace.use(scheduling).createClient(person)
  return { ...workspace, clientId: body.client.id }
}

/**
 * Creates a glucose analysis that costs 12.50, with a normal range of 70 to 100 and critical limits of 40 and 400.
 */
export const newAnalysis = async (
  { api }: { api: LabsApi },
  fields: Partial<RequestBody<typeof contract.createAnalysis>> = {},
  range: RequestBody<typeof contract.createRange> | null = {
    lowLimit: 70,
    highLimit: 100,
    criticalLow: 40,
    criticalHigh: 400,
    resultNotes: [{ condition: '>', value: 100, note: 'Repeat fasting' }],
  },
) => {
  const { analysis } = (await api.createAnalysis({ testName: 'Glucose', price: 12.5, ...fields })).body
  if (range) await api.createRange({ params: { analysisId: analysis.id }, body: range })
  return analysis.id
}

/** Creates a lab test with one analysis. */
export const newLabTest = async (
  laboratory: { api: LabsApi; clientId: string },
  fields: Partial<RequestBody<typeof contract.createTest>> = {},
) => {
  const analysisIds = fields.analysisIds ?? [await newAnalysis(laboratory)]
  const body = { clientId: laboratory.clientId, testDate: '2027-03-10', ...fields, analysisIds }
  const reply = await laboratory.api.createTest(body)
  if (reply.status !== 201) throw new Error(`Failed to create the lab test: ${JSON.stringify(reply.body)}`)
  const { test } = reply.body
  const itemId = test.items[0]!.id
  return { test, testId: test.id, itemId, params: { testId: test.id, itemId } }
}

import * as labs from '@wp/labs/contract'
import * as scheduling from '@wp/scheduling/contract'
import { newWorkspace } from '@wp/testing'

/**
 * Creates a workspace with a glucose analysis. `findCritical` records a critical result of 500 (above 400) and
 * returns its ids.
 */
export const newLaboratory = async () => {
  const workspace = await newWorkspace(labs)
  const { api } = workspace
  const { client } = (await workspace.use(scheduling).createClient({ name: 'Mona Said' })).body
  const { analysis } = (await api.createAnalysis({ testName: 'Glucose', price: 12.5 })).body
  const range = { lowLimit: 70, highLimit: 100, criticalHigh: 400 }
  await api.createRange({ params: { analysisId: analysis.id }, body: range })
  return {
    ...workspace,
    findCritical: async () => {
      const order = { clientId: client.id, testDate: '2027-03-10', analysisIds: [analysis.id] }
      const { test } = (await api.createTest(order)).body
      const params = { testId: test.id, itemId: test.items[0]!.id }
      await api.setTestResult({ params, body: { resultValueNumeric: 500 } })
      return params
    },
  }
}

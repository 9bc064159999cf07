import { labs } from '@workspace-platform/client/labs'
import type { People } from './people.ts'
import { forEach, numbers, pick, type Scene } from './scene.ts'

type Limits = { low: number; high: number; criticalLow: number; criticalHigh: number }
const analyses: [name: string, unit: string, price: number, limits: Limits][] = [
  ['Glucose', 'mg/dL', 12, { low: 70, high: 100, criticalLow: 40, criticalHigh: 400 }],
  ['Hemoglobin', 'g/dL', 15, { low: 12, high: 17.5, criticalLow: 7, criticalHigh: 20 }],
  ['Potassium', 'mmol/L', 14, { low: 3.5, high: 5.1, criticalLow: 2.5, criticalHigh: 6.5 }],
  ['TSH', 'mIU/L', 28, { low: 0.4, high: 4, criticalLow: 0.01, criticalHigh: 100 }],
]
/** Results as multiples of the upper limit, including high and critical ones. */
const shares = [0.85, 0.5, 1.3, 0.8, 4.2]

/**
 * Creates analyses with ranges, and lab tests with flagged results, some of them completed and billed. Returns the
 * lab test to print.
 */
export const runLaboratory = async (scene: Scene, { clients }: People): Promise<string> => {
  scene.progress.begin('laboratory')
  const lab = scene.owner.use(labs)
  const known = await forEach(scene, analyses, async ([testName, unit, price, limits]) => {
    const { labUnit } = await lab.createLabUnit({ body: { labUnitTitle: unit } })
    const { analysis } = await lab.createAnalysis({ body: { testName, price, unitId: labUnit.id } })
    await lab.createRange({
      params: { analysisId: analysis.id },
      body: {
        gender: 'both',
        lowLimit: limits.low,
        highLimit: limits.high,
        criticalLow: limits.criticalLow,
        criticalHigh: limits.criticalHigh,
        resultNotes: [{ condition: '>', value: limits.high, note: 'Repeat in two weeks' }],
      },
    })
    return { id: analysis.id, high: limits.high }
  })
  const tests = await forEach(scene, numbers(8), async (index) => {
    const analysisIds = numbers(3).map((offset) => pick(known, index + offset).id)
    const { test } = await lab.createTest({
      body: { clientId: pick(clients, index * 3).id, testDate: scene.day(-index * 3), analysisIds },
    })
    const params = { testId: test.id }
    for (const [position, item] of test.items.entries()) {
      const { high } = known.find(({ id }) => id === item.analysisId)!
      const resultValueNumeric = Math.round(high * pick(shares, index + position) * 10) / 10
      await lab.setTestResult({ params: { ...params, itemId: item.id }, body: { resultValueNumeric } })
    }
    if (index % 4 !== 3) await lab.completeTest({ params })
    if (index % 2 === 0) await lab.createTestInvoice({ params })
    if (index % 4 === 0) await lab.createTestIncome({ params })
    return test.id
  })
  return tests[0]!
}

import * as labs from '@wp/labs/contract'
import { newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'

const rows = (count: number) => ({
  sections: Array.from({ length: Math.ceil(count / 200) }, (_, section) => ({
    title: 's',
    rows: Array.from({ length: Math.min(200, count - section * 200) }, (_each, row) => ({
      label: `R${section * 200 + row}`,
      kind: 'numeric' as const,
    })),
  })),
})
const rules = (count: number, expression: string) =>
  Array.from({ length: count }, (_, index) => ({ target: `R${index + 1}`, expression }))

describe('PUT /workspace/:workspaceId/labs/tests/:testId/design-result', () => {
  it('rejects designs that are expensive to evaluate, and evaluates the largest accepted one', async () => {
    const { api } = await newWorkspace(labs)
    const params = { testId: '1' }
    // Earlier limits allowed 10,000 rows and 200 expressions of 1,000 characters: minutes of CPU time per request.
    const put = (count: number, calculationsRules: ReturnType<typeof rules>) =>
      api.putDesignResult({ params, body: { ...rows(count), calculationsRules } })
    const longest = `R0${'+R0'.repeat(332)}` // 998 characters
    expect(await put(1001, [])).toFailWith(422, 'VALIDATION_FAILED', { path: 'sections' })
    expect(await put(1000, rules(9, longest))).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'calculationsRules',
    })
    expect((await put(1000, rules(8, longest))).status).toBe(200)
    for (const R0 of [1, 2]) {
      const { body } = await api.evaluateDesignResult({ params, body: { values: { R0 } } })
      expect(Object.keys(body.values)).toHaveLength(9)
      expect(body.values['R8']).toBe(333 * R0)
    }
    expect((await put(1000, rules(1, 'R0'))).status).toBe(200)
    const { body } = await api.evaluateDesignResult({ params, body: { values: { R0: 5 } } })
    expect(body.values).toEqual({ R0: 5, R1: 5 })
  })
})

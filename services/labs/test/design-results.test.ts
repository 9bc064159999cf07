import { memoize, newStaff, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

/** Shared by tests whose requests change nothing. */
const untouched = memoize(() => newWorkspace(contract))

const design = {
  sections: [
    {
      title: 'دهون الدم',
      rows: [
        { label: 'Total cholesterol', unit: 'mg/dL', kind: 'numeric' as const },
        { label: 'HDL', kind: 'numeric' as const },
        { label: 'Ratio', kind: 'numeric' as const },
        { label: 'Colour', kind: 'choice' as const, options: ['clear'] },
      ],
    },
  ],
  commentRules: [{ when: { row: 'Ratio', condition: '>' as const, value: 5 }, comment: 'Raised' }],
  calculationsRules: [{ target: 'Ratio', expression: 'Total cholesterol ÷ HDL' }],
}
const params = { testId: '9007199254740991' }
const values = { 'Total cholesterol': 300, HDL: 50 }

describe('/workspace/:workspaceId/labs/tests/:testId/design-result', () => {
  it('returns 404 before a design is stored', async () => {
    const { api } = await untouched()
    expect(await api.getDesignResult({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.getDesignResult({ params, query: { fetchFromExternal: 'true' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    expect(await api.evaluateDesignResult({ params, body: { values: {} } })).toFailWith(404, 'NOT_FOUND')
  })

  it('stores, replaces, returns and evaluates a design', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const put = await api.putDesignResult({ params, body: { sections: [] } })
    expect(put.status).toBe(200)
    expect(put.body.designResult).toMatchObject({
      workspaceId,
      testId: 9007199254740991,
      sections: [],
      commentRules: [],
    })
    const replies = await Promise.all([1, 2, 3].map(() => api.putDesignResult({ params, body: design })))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { designResult } = (await api.getDesignResult({ params })).body
    expect(designResult).toMatchObject({ id: put.body.designResult.id, ...design, deletedAt: null })
    const evaluated = await api.evaluateDesignResult({ params, body: { values } })
    expect(evaluated.body).toEqual({ values: { ...values, Ratio: 6 }, comments: ['Raised'], reasons: {} })
    const divided = await api.evaluateDesignResult({ params, body: { values: { ...values, HDL: 0 } } })
    expect(divided.body).toMatchObject({
      values: { Ratio: null },
      comments: [],
      reasons: { Ratio: 'DIVISION_BY_ZERO' },
    })
  })

  it('rejects the value of a calculated row with 422', async () => {
    const { api } = await newWorkspace(contract)
    await api.putDesignResult({ params, body: design })
    expect(await api.evaluateDesignResult({ params, body: { values: { Ratio: 1 } } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
  })

  it('returns 404 for the design of another workspace', async () => {
    const { api } = await newWorkspace(contract)
    await api.putDesignResult({ params, body: design })
    const other = await untouched()
    expect(await other.api.getDesignResult({ params })).toFailWith(404, 'NOT_FOUND')
  })

  it('lets staff with labs.run evaluate a design but not read it', async () => {
    const workspace = await newWorkspace(contract)
    await workspace.api.putDesignResult({ params, body: design })
    const staff = await newStaff(workspace, ['labs.run', 'labs.view'], contract)
    expect(await staff.api.getDesignResult({ params })).toFailWith(403, 'FORBIDDEN')
    expect((await staff.api.evaluateDesignResult({ params, body: { values } })).status).toBe(200)
  })

  it.each(['0', '-1', '1.5', '01', 'x', '9007199254740992', 'f'.repeat(24)])(
    'rejects the test number %s with 422',
    async (testId) => {
      const { api } = await untouched()
      expect(await api.getDesignResult({ params: { testId } })).toFailWith(422, 'VALIDATION_FAILED', {
        path: 'testId',
      })
    },
  )

  it('rejects cycles and invalid designs with 422 and stores nothing', async () => {
    const { api } = await newWorkspace(contract)
    const expectRejected = async (change: object, path: string) =>
      expect(await api.putDesignResult.raw({ params, body: { ...design, ...change } })).toFailWith(
        422,
        'VALIDATION_FAILED',
        { path },
      )
    await expectRejected(
      { calculationsRules: [{ target: 'Ratio', expression: 'Ratio + 1' }] },
      'calculationsRules.0.expression',
    )
    await expectRejected(
      { calculationsRules: [{ target: 'Ratio', expression: 'globalThis' }] },
      'calculationsRules.0.expression',
    )
    await expectRejected(
      { commentRules: [{ when: { row: 'X', condition: '>', value: 1 }, comment: 'a' }] },
      'commentRules.0.when.row',
    )
    await expectRejected({ sections: 7 }, 'sections')
    expect(await api.getDesignResult({ params })).toFailWith(404, 'NOT_FOUND')
  })
})

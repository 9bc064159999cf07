import { describe, expect, it } from 'vitest'
import { draftProblems, numericLabels, toDesign, toDraft } from './design.rules.ts'

const design = {
  sections: [
    {
      title: 'Lipids',
      rows: [
        { label: 'Total', kind: 'numeric' as const, unit: 'mg/dL', analysisId: 'a1' },
        { label: 'LDL', kind: 'numeric' as const },
        { label: 'Look', kind: 'choice' as const, options: ['Clear', 'Cloudy'] },
      ],
    },
  ],
  commentRules: [{ when: { row: 'LDL', condition: '>' as const, value: 130 }, comment: 'High' }],
  calculationsRules: [{ target: 'LDL', expression: 'Total * 0.6' }],
}

describe('toDesign', () => {
  it('returns the design that the form was filled from', () => {
    expect(toDesign(toDraft(design))).toEqual(design)
  })

  it('omits empty lines in choices', () => {
    const draft = toDraft(design)
    draft.sections[0]!.rows[2]!.options = ' Clear \n\n Red'
    expect(toDesign(draft).sections[0]!.rows[2]).toMatchObject({ options: ['Clear', 'Red'] })
  })
})

describe('draftProblems', () => {
  it('accepts a complete design', () => {
    expect(draftProblems(toDraft(design))).toEqual({})
  })

  it('reports missing values by their API paths', () => {
    const draft = toDraft(null)
    draft.commentRules.push({ row: '', condition: '>', value: 'x', comment: 'High' })
    expect(draftProblems(draft)).toEqual({
      'sections.0.title': 'required',
      'sections.0.rows.0.label': 'required',
      'commentRules.0.when.row': 'required',
      'commentRules.0.when.value': 'number',
    })
  })
})

describe('numericLabels', () => {
  it('lists the rows to which rules can refer', () => {
    expect(numericLabels(toDraft(design))).toEqual(['Total', 'LDL'])
  })
})

import type { LabDesignResult, LabRange } from '@workspace-platform/client/labs'
import { toNumber } from '../../i18n/number.rules.ts'

type Kind = LabDesignResult['sections'][number]['rows'][number]['kind']
type Condition = LabRange['resultNotes'][number]['condition']

/** A design as the form edits it: numbers and lists are strings. */
export type DesignRow = { label: string; kind: Kind; unit: string; options: string; analysisId: string }
export type DesignDraft = {
  sections: { title: string; rows: DesignRow[] }[]
  commentRules: { row: string; condition: Condition; value: string; comment: string }[]
  calculationsRules: { target: string; expression: string }[]
}

type Design = Pick<LabDesignResult, 'sections' | 'commentRules' | 'calculationsRules'>

export const newRow = (): DesignRow => ({ label: '', kind: 'numeric', unit: '', options: '', analysisId: '' })

/** Returns the form values for a design, or for a new one. */
export const toDraft = (design: Design | null): DesignDraft => ({
  sections: design?.sections.map(({ title, rows }) => ({
    title,
    rows: rows.map(({ label, kind, unit = '', options = [], analysisId = '' }) => ({
      label,
      kind,
      unit,
      options: options.join('\n'),
      analysisId,
    })),
  })) ?? [{ title: '', rows: [newRow()] }],
  commentRules:
    design?.commentRules.map(({ when, comment }) => ({
      row: when.row,
      condition: when.condition,
      value: String(when.value),
      comment,
    })) ?? [],
  calculationsRules: design?.calculationsRules.map((rule) => ({ ...rule })) ?? [],
})

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Returns the body for the API. */
export const toDesign = (draft: DesignDraft): Design => ({
  sections: draft.sections.map(({ title, rows }) => ({
    title: title.trim(),
    rows: rows.map(({ label, kind, unit, options, analysisId }) => ({
      label: label.trim(),
      kind,
      ...(unit.trim() && { unit: unit.trim() }),
      ...(kind === 'choice' && { options: linesOf(options) }),
      ...(analysisId && { analysisId }),
    })),
  })),
  commentRules: draft.commentRules.map(({ row, condition, value, comment }) => ({
    when: { row, condition, value: toNumber(value) },
    comment: comment.trim(),
  })),
  calculationsRules: draft.calculationsRules.map(({ target, expression }) => ({
    target,
    expression: expression.trim(),
  })),
})

/** Returns the paths of values that are missing or not numbers, as the API names them. */
export const draftProblems = (draft: DesignDraft): Record<string, 'required' | 'number'> => {
  const problems: Record<string, 'required' | 'number'> = {}
  const require = (path: string, value: string): void => {
    if (value.trim() === '') problems[path] = 'required'
  }
  for (const [section, { title, rows }] of draft.sections.entries()) {
    require(`sections.${section}.title`, title)
    for (const [row, { label, kind, options }] of rows.entries()) {
      require(`sections.${section}.rows.${row}.label`, label)
      if (kind === 'choice') require(`sections.${section}.rows.${row}.options`, options)
    }
  }
  for (const [index, { row, value, comment }] of draft.commentRules.entries()) {
    require(`commentRules.${index}.when.row`, row)
    require(`commentRules.${index}.comment`, comment)
    if (!Number.isFinite(toNumber(value))) problems[`commentRules.${index}.when.value`] = 'number'
  }
  for (const [index, { target, expression }] of draft.calculationsRules.entries()) {
    require(`calculationsRules.${index}.target`, target)
    require(`calculationsRules.${index}.expression`, expression)
  }
  return problems
}

/** Returns the labels of the numeric rows, to which rules refer. */
export const numericLabels = ({ sections }: DesignDraft): string[] =>
  sections.flatMap(({ rows }) =>
    rows.flatMap(({ kind, label }) => (kind === 'numeric' && label.trim() ? [label.trim()] : [])),
  )

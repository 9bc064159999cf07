import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { useAllAnalyses } from './catalogue.queries.ts'
import { newRow, numericLabels } from './design.rules.ts'
import type { DesignDraft, DesignRow } from './design.rules.ts'
import styles from './labs.module.css'
import { conditions, conditionSigns } from './range-notes.tsx'

type Props = {
  draft: DesignDraft
  /** Returns the problem with a value by its API path. */
  errorAt: (path: string) => string | undefined
  onChange: (draft: DesignDraft) => void
}

const replaced = <Item,>(list: readonly Item[], index: number, changes: Partial<Item>): Item[] =>
  list.map((item, at) => (at === index ? { ...item, ...changes } : item))

const removed = <Item,>(list: readonly Item[], index: number): Item[] => list.filter((_, at) => at !== index)

/** The sections of a design with their rows. */
export const DesignSections = ({ draft, errorAt, onChange }: Props) => {
  const text = useText()
  const { data: analyses = [] } = useAllAnalyses()
  const setSections = (sections: DesignDraft['sections']): void => onChange({ ...draft, sections })
  return (
    <>
      {draft.sections.map(({ title, rows }, section) => {
        const setRows = (next: DesignRow[]): void =>
          setSections(replaced(draft.sections, section, { rows: next }))
        return (
          <Card
            key={section}
            title={title || text('labs.section')}
            action={
              <RemoveButton
                label={text('labs.removeSection')}
                onRemove={() => setSections(removed(draft.sections, section))}
              />
            }
          >
            <TextField
              label={text('labs.sectionTitle')}
              maxLength={200}
              value={title}
              error={errorAt(`sections.${section}.title`)}
              onChange={({ target }) =>
                setSections(replaced(draft.sections, section, { title: target.value }))
              }
            />
            {rows.map((row, index) => {
              const set = (changes: Partial<DesignRow>): void => setRows(replaced(rows, index, changes))
              const path = `sections.${section}.rows.${index}`
              return (
                <Line
                  key={index}
                  label={row.label || text('labs.row')}
                  onRemove={() => setRows(removed(rows, index))}
                >
                  <TextField
                    label={text('labs.rowLabel')}
                    maxLength={200}
                    value={row.label}
                    error={errorAt(`${path}.label`)}
                    onChange={({ target }) => set({ label: target.value })}
                  />
                  <Select
                    label={text('labs.rowKind')}
                    value={row.kind}
                    choices={(['numeric', 'text', 'choice'] as const).map((value) => ({
                      value,
                      label: text(`labs.kind.${value}`),
                    }))}
                    onChange={({ target }) => set({ kind: target.value as DesignRow['kind'] })}
                  />
                  <TextField
                    label={text('labs.unit')}
                    maxLength={50}
                    value={row.unit}
                    error={errorAt(`${path}.unit`)}
                    onChange={({ target }) => set({ unit: target.value })}
                  />
                  <Select
                    label={text('labs.analysis')}
                    value={row.analysisId}
                    error={errorAt(`${path}.analysisId`)}
                    choices={[
                      { value: '', label: text('labs.noAnalysis') },
                      ...(row.analysisId && !analyses.some(({ id }) => id === row.analysisId)
                        ? [{ value: row.analysisId, label: '…' }]
                        : []),
                      ...analyses.map(({ id, testName }) => ({ value: id, label: testName })),
                    ]}
                    onChange={({ target }) => set({ analysisId: target.value })}
                  />
                  {row.kind === 'choice' && (
                    <TextArea
                      label={text('labs.choices')}
                      rows={3}
                      value={row.options}
                      error={errorAt(`${path}.options`)}
                      onChange={({ target }) => set({ options: target.value })}
                    />
                  )}
                </Line>
              )
            })}
            <AddButton label={text('labs.addRow')} onAdd={() => setRows([...rows, newRow()])} />
          </Card>
        )
      })}
      <AddButton
        label={text('labs.addSection')}
        onAdd={() => setSections([...draft.sections, { title: '', rows: [newRow()] }])}
      />
    </>
  )
}

/** The rules of a design: calculated rows, and comments for values. */
export const DesignRules = ({ draft, errorAt, onChange }: Props) => {
  const text = useText()
  const { calculationsRules, commentRules } = draft
  const rowChoices = [
    { value: '', label: text('labs.chooseRow') },
    ...numericLabels(draft).map((value) => ({ value, label: value })),
  ]
  const setCalculations = (next: DesignDraft['calculationsRules']): void =>
    onChange({ ...draft, calculationsRules: next })
  const setComments = (next: DesignDraft['commentRules']): void => onChange({ ...draft, commentRules: next })
  return (
    <>
      <Card title={text('labs.calculations')}>
        <p className={styles['hint']}>{text('labs.calculationsText')}</p>
        {calculationsRules.map(({ target, expression }, index) => (
          <Line
            key={index}
            label={text('labs.calculation')}
            onRemove={() => setCalculations(removed(calculationsRules, index))}
          >
            <Select
              label={text('labs.target')}
              value={target}
              choices={rowChoices}
              error={errorAt(`calculationsRules.${index}.target`)}
              onChange={(event) =>
                setCalculations(replaced(calculationsRules, index, { target: event.target.value }))
              }
            />
            <TextField
              label={text('labs.expression')}
              dir="ltr"
              maxLength={1000}
              value={expression}
              error={errorAt(`calculationsRules.${index}.expression`)}
              onChange={(event) =>
                setCalculations(replaced(calculationsRules, index, { expression: event.target.value }))
              }
            />
          </Line>
        ))}
        <AddButton
          label={text('labs.addCalculation')}
          onAdd={() => setCalculations([...calculationsRules, { target: '', expression: '' }])}
        />
      </Card>
      <Card title={text('labs.comments')}>
        {commentRules.map(({ row, condition, value, comment }, index) => {
          const set = (changes: Partial<DesignDraft['commentRules'][number]>): void =>
            setComments(replaced(commentRules, index, changes))
          return (
            <Line
              key={index}
              label={text('labs.comment')}
              onRemove={() => setComments(removed(commentRules, index))}
            >
              <Select
                label={text('labs.row')}
                value={row}
                choices={rowChoices}
                error={errorAt(`commentRules.${index}.when.row`)}
                onChange={({ target }) => set({ row: target.value })}
              />
              <Select
                label={text('labs.condition')}
                value={condition}
                choices={conditions.map((each) => ({ value: each, label: conditionSigns[each] }))}
                onChange={({ target }) => set({ condition: target.value as typeof condition })}
              />
              <TextField
                label={text('labs.conditionValue')}
                inputMode="decimal"
                value={value}
                error={errorAt(`commentRules.${index}.when.value`)}
                onChange={({ target }) => set({ value: target.value })}
              />
              <TextField
                label={text('labs.comment')}
                maxLength={2000}
                value={comment}
                error={errorAt(`commentRules.${index}.comment`)}
                onChange={({ target }) => set({ comment: target.value })}
              />
            </Line>
          )
        })}
        <AddButton
          label={text('labs.addComment')}
          onAdd={() => setComments([...commentRules, { row: '', condition: '>', value: '', comment: '' }])}
        />
      </Card>
    </>
  )
}

const Line = ({
  label,
  onRemove,
  children,
}: {
  label: string
  onRemove: () => void
  children: ReactNode
}) => {
  const text = useText()
  return (
    <div className={styles['designLine']} role="group" aria-label={label}>
      {children}
      <RemoveButton label={text('labs.removeNamed', { name: label })} onRemove={onRemove} />
    </div>
  )
}

const RemoveButton = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Button kind="ghost" isIcon aria-label={label} onClick={onRemove}>
    <X aria-hidden="true" />
  </Button>
)

const AddButton = ({ label, onAdd }: { label: string; onAdd: () => void }) => (
  <div>
    <Button onClick={onAdd}>
      <Plus aria-hidden="true" />
      {label}
    </Button>
  </div>
)

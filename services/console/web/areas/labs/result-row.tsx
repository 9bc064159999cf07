import type { LabRange, LabTest, LabTestItem } from '@workspace-platform/client/labs'
import { completedAge, flagOf, matchRange } from '@wp/lab-rules'
import { Ellipsis, Pencil, Sparkles, Trash2 } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { toProblem } from '../../ui/problem.ts'
import { FlagBadges, useResultNumber } from './flag-badges.tsx'
import styles from './labs.module.css'
import { keepTest, setTestResult } from './labs.queries.ts'
import { useRangeText } from './range-text.ts'
import { ResultNotes } from './result-notes.tsx'

type Props = {
  test: LabTest
  item: LabTestItem
  /** The current ranges of the analysis, once they are loaded. */
  ranges: readonly LabRange[] | null
  /** Null for users who may not see clients; flags then appear after saving. */
  client: { dateOfBirth: string | null; gender: string | null } | null
  canEnter: boolean
  onMove: (from: HTMLElement, step: 1 | -1) => void
  onInterpret: (() => void) | null
  onAmend: (() => void) | null
  onRemove: (() => void) | null
}

/** One analysis of a test: its result with unit, range and flag. */
export const ResultRow = (props: Props) => {
  const { test, item, ranges, client, canEnter, onInterpret, onAmend, onRemove } = props
  const text = useText()
  const number = useResultNumber()
  const rangeText = useRangeText()
  const [typed, setTyped] = useState<number | null>(null)
  const current =
    ranges && client
      ? matchRange(ranges, client.gender, (unit) =>
          client.dateOfBirth === null ? null : completedAge(client.dateOfBirth, test.testDate, unit),
        )
      : null
  const range = canEnter && client ? current : (item.evaluation?.range ?? null)
  const flagged = typed !== null && client && ranges ? flagOf(typed, current) : item
  const actions: MenuAction[] = [
    ...(onAmend ? [{ id: 'amend', label: text('labs.amend'), icon: Pencil, onAction: onAmend }] : []),
    ...(onInterpret
      ? [{ id: 'interpret', label: text('labs.interpret'), icon: Sparkles, onAction: onInterpret }]
      : []),
    ...(onRemove
      ? [{ id: 'remove', label: text('labs.remove'), icon: Trash2, isDangerous: true, onAction: onRemove }]
      : []),
  ]
  return (
    <li className={styles['result']}>
      <span className={styles['analysis']} dir="auto">
        {item.testName}
      </span>
      {canEnter ? (
        <ResultInput {...props} onTyped={setTyped} />
      ) : (
        <b className={styles['value']} dir="ltr">
          {item.resultValueNumeric === null ? '–' : number(item.resultValueNumeric)}
        </b>
      )}
      <span className={styles['unit']}>
        <bdi>{item.unit}</bdi>
      </span>
      <span className={styles['range']} {...(range && { title: rangeText.group(range) })}>
        {range && <bdi>{rangeText.limits(range)}</bdi>}
      </span>
      <span className={styles['flagCell']} aria-live="polite">
        {(typed !== null || item.resultValueNumeric !== null) && <FlagBadges {...flagged} />}
      </span>
      <span className={styles['menu']}>
        {actions.length > 0 && (
          <Menu
            label={text('labs.actionsOf', { name: item.testName })}
            className={buttonClass({ kind: 'ghost', isIcon: true })}
            items={actions}
          >
            <Ellipsis role="img" aria-label={text('labs.actionsOf', { name: item.testName })} />
          </Menu>
        )}
      </span>
      <ResultNotes item={item} />
    </li>
  )
}

type InputProps = Pick<Props, 'test' | 'item' | 'onMove'> & { onTyped: (value: number | null) => void }

/** Saves the typed value on Enter or when the field loses focus. A failure keeps it and shows why. */
const ResultInput = ({ test, item, onMove, onTyped }: InputProps) => {
  const text = useText()
  const number = useResultNumber()
  const id = useId()
  const stored = item.resultValueNumeric
  const [draft, setDraft] = useState<{ text: string; base: number | null } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const latest = useRef('')
  const saving = useRef<Promise<void>>(Promise.resolve())
  const change = (next: string): void => {
    latest.current = next
    setDraft({ text: next, base: draft ? draft.base : stored })
    setProblem(null)
    const value = toNumber(next)
    onTyped(Number.isFinite(value) ? value : null)
  }
  const forget = (): void => {
    setDraft(null)
    setProblem(null)
    onTyped(null)
  }
  const send = async (typed: string, resultValueNumeric: number): Promise<void> => {
    try {
      const params = { testId: test.id, itemId: item.id }
      keepTest((await setTestResult({ params, body: { resultValueNumeric } })).test)
      if (latest.current === typed) forget()
    } catch (error) {
      setProblem(toProblem(error, text).message)
    }
  }
  const save = (): void => {
    if (!draft) return
    const value = toNumber(draft.text)
    if (draft.text.trim() === '' || value === stored) return forget()
    if (!Number.isFinite(value)) return setProblem(text('field.number'))
    // Saves one after the other, so that the last typed value is stored last.
    saving.current = saving.current.then(() => send(draft.text, value))
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape' && draft) forget()
    else if (event.key === 'Enter' || event.key === 'ArrowDown') onMove(event.currentTarget, 1)
    else if (event.key === 'ArrowUp') onMove(event.currentTarget, -1)
    else return
    event.preventDefault()
  }
  const isOvertaken = draft !== null && stored !== null && stored !== draft.base
  const note = problem ?? (isOvertaken ? text('labs.changedMeanwhile', { value: number(stored) }) : null)
  return (
    <span className={styles['entry']}>
      {problem && <UnsavedChanges isDirty />}
      <input
        className={classNames(styles['input'], draft !== null && styles['draft'])}
        inputMode="decimal"
        dir="ltr"
        autoComplete="off"
        aria-label={text('labs.resultOf', { name: item.testName })}
        aria-invalid={problem ? true : undefined}
        aria-describedby={note ? id : undefined}
        value={draft?.text ?? (stored === null ? '' : String(stored))}
        onChange={(event) => change(event.target.value)}
        onFocus={(event) => event.target.select()}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
      {note && (
        <span
          id={id}
          className={problem ? styles['error'] : styles['note']}
          role={problem ? 'alert' : 'status'}
        >
          {note}
        </span>
      )}
    </span>
  )
}

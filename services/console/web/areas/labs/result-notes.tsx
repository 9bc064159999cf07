import type { LabTestItem } from '@workspace-platform/client/labs'
import { useActorNames } from '../../app/actor-names.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { useResultNumber } from './flag-badges.tsx'
import styles from './labs.module.css'

/** The details of a result: the notes of its range, why it has no flag, and earlier values. */
export const ResultNotes = ({ item }: { item: LabTestItem }) => {
  const text = useText()
  const format = useFormat()
  const number = useResultNumber()
  const { notes, flagReason, amendments, resultValueNumeric } = item
  const nameOf = useActorNames(amendments.map(({ amendedBy }) => amendedBy))
  const reason = resultValueNumeric === null ? null : flagReason
  if (notes.length === 0 && !reason && amendments.length === 0) return null
  return (
    <div className={styles['notes']}>
      {notes.map((note, index) => (
        <p key={index} dir="auto">
          {note}
        </p>
      ))}
      {reason && <p>{text(`labs.reason.${reason}`)}</p>}
      {amendments.map(({ previousValueNumeric, reason: why, amendedAt, amendedBy }) => (
        <p key={amendedAt}>
          {text('labs.amendedFrom', {
            value: previousValueNumeric === null ? '–' : number(previousValueNumeric),
            at: format.dateTime(amendedAt),
            reason: why,
          })}
          {nameOf(amendedBy) && ` • ${nameOf(amendedBy)}`}
        </p>
      ))}
    </div>
  )
}

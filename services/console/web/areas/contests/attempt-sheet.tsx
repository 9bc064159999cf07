import type { ContestAttemptSheet } from '@workspace-platform/client/contests'
import { useEffect, useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { without } from '../../app/search-parameter.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './take-part.module.css'
import { answer, submit, useSheet } from './take-part.queries.ts'
import type { OwnAttempt } from './take-part.queries.ts'

/** The questions of an attempt until it is submitted, then its result. */
export const AttemptSheet = ({ own }: { own: OwnAttempt }) => {
  const text = useText()
  const format = useFormat()
  const { data: sheet, error, refetch } = useSheet(own)
  if (!sheet)
    return error ? <LoadFailure error={error} onRetry={() => void refetch()} /> : <Skeleton lines={8} />
  if (sheet.status === 'submitted')
    return (
      <div className={styles['result']} role="status">
        <p>{text('contests.thanks')}</p>
        <p className={styles['score']}>
          <bdi>
            {text('contests.scoreOf', {
              score: format.number(sheet.score ?? 0),
              max: format.number(sheet.maxScore ?? 0),
            })}
          </bdi>
        </p>
      </div>
    )
  return <OpenSheet own={own} sheet={sheet} onTimeUp={refetch} />
}

type OpenProps = { own: OwnAttempt; sheet: ContestAttemptSheet; onTimeUp: () => unknown }

const OpenSheet = ({ own, sheet, onTimeUp }: OpenProps) => {
  const text = useText()
  const [failure, setFailure] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [isSubmitting, setSubmitting] = useState(false)
  const choose = async (questionId: string, optionId: string): Promise<void> => {
    setChosen((before) => ({ ...before, [questionId]: optionId }))
    setFailure(null)
    try {
      await answer(own, questionId, optionId)
    } catch (error) {
      setChosen((before) => without(before, questionId))
      setFailure(toProblem(error, text).message)
    }
  }
  const open = sheet.questions.filter(({ id, selectedOptionId }) => !(chosen[id] ?? selectedOptionId))
  return (
    <>
      <Countdown deadline={sheet.deadline} onTimeUp={onTimeUp} />
      {failure && <Notice tone="bad">{failure}</Notice>}
      <ol className={styles['questions']}>
        {sheet.questions.map((question) => (
          <li key={question.id}>
            <fieldset className={styles['question']}>
              <legend dir="auto">{question.text}</legend>
              {question.options.map(({ id, label }) => (
                <label key={id} className={styles['option']}>
                  <input
                    type="radio"
                    name={question.id}
                    checked={(chosen[question.id] ?? question.selectedOptionId) === id}
                    onChange={() => void choose(question.id, id)}
                  />
                  <span dir="auto">{label}</span>
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ol>
      <Button kind="primary" size="large" isWide onClick={() => setSubmitting(true)}>
        {text('contests.submit')}
      </Button>
      {isSubmitting && (
        <ActionDialog
          title={text('contests.submitTitle')}
          text={
            open.length > 0
              ? text('contests.unanswered', { count: open.length })
              : text('contests.submitText')
          }
          confirm={text('contests.submit')}
          onCancel={() => setSubmitting(false)}
          onConfirm={async () => {
            await submit(own)
            setSubmitting(false)
          }}
        />
      )}
    </>
  )
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** Counts down to the end of the attempt, which the platform submits then. */
const Countdown = ({ deadline, onTimeUp }: { deadline: string; onTimeUp: () => unknown }) => {
  const text = useText()
  const [now, setNow] = useState(() => Date.now())
  const left = Math.max(0, Math.ceil((Date.parse(deadline) - now) / 1000))
  const isUp = left === 0
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  useEffect(() => {
    if (!isUp) return undefined
    onTimeUp()
    const timer = setInterval(onTimeUp, 2000)
    return () => clearInterval(timer)
  }, [isUp, onTimeUp])
  const day = 86_400
  if (left > day) return null
  const [hours, minutes, seconds] = [Math.floor(left / 3600), Math.floor(left / 60) % 60, left % 60]
  return (
    <p className={styles['countdown']} role="timer">
      {text('contests.timeLeft')}{' '}
      <bdi dir="ltr">{[...(hours > 0 ? [String(hours)] : []), pad(minutes), pad(seconds)].join(':')}</bdi>
    </p>
  )
}

import { ArrowDown, ArrowUp, Plus, Trash2, X } from 'lucide-react'
import { useId } from 'react'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea, TextField } from '../../ui/field.tsx'
import field from '../../ui/field.module.css'
import { newQuestion, nextOptionId } from './contest.rules.ts'
import type { QuestionDraft } from './contest.rules.ts'
import styles from './contests.module.css'

const maxOptions = 20

type Props = {
  questions: QuestionDraft[]
  /** Returns the problem with a value by its API path. */
  errorAt: (path: string) => string | undefined
  onChange: (questions: QuestionDraft[]) => void
}

const moved = (questions: QuestionDraft[], index: number, step: 1 | -1): QuestionDraft[] => {
  const next = [...questions]
  const [question] = next.splice(index, 1)
  next.splice(index + step, 0, question!)
  return next
}

/** Edits the questions, their options and the correct option. */
export const QuestionEditor = ({ questions, errorAt, onChange }: Props) => {
  const text = useText()
  return (
    <div className={styles['questions']}>
      {questions.map((question, index) => (
        <Question
          key={index}
          index={index}
          question={question}
          isLast={index === questions.length - 1}
          errorAt={(path) => errorAt(`questions.${index}.${path}`)}
          onChange={(next) => onChange(questions.map((each, at) => (at === index ? next : each)))}
          onMove={(step) => onChange(moved(questions, index, step))}
          onRemove={() => onChange(questions.filter((_, at) => at !== index))}
        />
      ))}
      <div>
        <Button onClick={() => onChange([...questions, newQuestion()])}>
          <Plus aria-hidden="true" />
          {text('contests.addQuestion')}
        </Button>
      </div>
    </div>
  )
}

type QuestionProps = {
  index: number
  question: QuestionDraft
  isLast: boolean
  errorAt: (path: string) => string | undefined
  onChange: (question: QuestionDraft) => void
  onMove: (step: 1 | -1) => void
  onRemove: () => void
}

const Question = ({ index, question, isLast, errorAt, onChange, onMove, onRemove }: QuestionProps) => {
  const text = useText()
  const format = useFormat()
  const name = useId()
  const { options, correctOptionId } = question
  const title = text('contests.questionNumber', { number: format.number(index + 1) })
  const setLabel = (id: string, label: string): void =>
    onChange({
      ...question,
      options: options.map((option) => (option.id === id ? { ...option, label } : option)),
    })
  const removeOption = (id: string): void => {
    const left = options.filter((option) => option.id !== id)
    onChange({
      ...question,
      options: left,
      correctOptionId: correctOptionId === id ? left[0]!.id : correctOptionId,
    })
  }
  return (
    <fieldset className={styles['question']}>
      <legend className={styles['questionHead']}>{title}</legend>
      <div className={styles['questionActions']}>
        <Button
          kind="ghost"
          isIcon
          disabled={index === 0}
          aria-label={text('contests.moveUp', { question: title })}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          kind="ghost"
          isIcon
          disabled={isLast}
          aria-label={text('contests.moveDown', { question: title })}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <Button
          kind="ghost"
          isIcon
          aria-label={text('contests.removeQuestion', { question: title })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden="true" />
        </Button>
      </div>
      <TextArea
        label={text('contests.questionText')}
        rows={2}
        maxLength={2000}
        value={question.text}
        error={errorAt('text')}
        onChange={({ target }) => onChange({ ...question, text: target.value })}
      />
      <div className={styles['options']} role="group" aria-label={text('contests.options')}>
        <span className={field['label']}>{text('contests.optionsHint')}</span>
        {options.map(({ id, label }, at) => {
          const error = errorAt(`options.${at}.label`)
          const number = format.number(at + 1)
          return (
            <div key={id} className={styles['option']}>
              <input
                type="radio"
                name={name}
                checked={id === correctOptionId}
                aria-label={text('contests.correctOption', { number })}
                onChange={() => onChange({ ...question, correctOptionId: id })}
              />
              <input
                className={field['control']}
                dir="auto"
                maxLength={500}
                aria-label={text('contests.optionNumber', { number })}
                aria-invalid={error ? true : undefined}
                placeholder={text('contests.optionNumber', { number })}
                value={label}
                onChange={({ target }) => setLabel(id, target.value)}
              />
              {options.length > 2 && (
                <Button
                  kind="ghost"
                  isIcon
                  aria-label={text('contests.removeOption', { number })}
                  onClick={() => removeOption(id)}
                >
                  <X aria-hidden="true" />
                </Button>
              )}
              {error && <span className={styles['optionError']}>{error}</span>}
            </div>
          )
        })}
      </div>
      <div className={styles['questionFoot']}>
        {options.length < maxOptions && (
          <Button
            onClick={() =>
              onChange({ ...question, options: [...options, { id: nextOptionId(options), label: '' }] })
            }
          >
            <Plus aria-hidden="true" />
            {text('contests.addOption')}
          </Button>
        )}
        <div className={styles['points']}>
          <TextField
            label={text('contests.points')}
            inputMode="numeric"
            autoComplete="off"
            value={question.points}
            error={errorAt('points')}
            onChange={({ target }) => onChange({ ...question, points: target.value })}
          />
        </div>
      </div>
    </fieldset>
  )
}

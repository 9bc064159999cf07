import { ApiError } from '@workspace-platform/client'
import type { Contest } from '@workspace-platform/client/contests'
import { useState } from 'react'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { Card } from '../../ui/card.tsx'
import { DateTimeField } from '../../ui/date-field.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { questionProblems, questionsIn, toContestBody, toContestFields } from './contest.rules.ts'
import styles from './contests.module.css'
import { createContest, reloadContests, updateContest } from './contests.queries.ts'
import { QuestionEditor } from './question-editor.tsx'

type Props = { contest: Contest | null; onSaved: (contest: Contest) => void; onCancel: () => void }

/** Edits a contest with its questions. A published one keeps its questions, start and time limit. */
export const ContestForm = ({ contest, onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const { timeZone } = format
  const isDraft = contest === null || contest.status === 'draft'
  const [errors, setErrors] = useState<Record<string, string>>({})
  const form = useForm({
    initial: toContestFields(contest, { timeZone, now: new Date() }),
    check: (fields) => {
      const problems = isDraft ? questionProblems(questionsIn(fields)) : {}
      setErrors(
        Object.fromEntries(
          Object.entries(problems).map(([path, problem]) => [
            path,
            text(problem === 'required' ? 'form.required' : 'contests.whole'),
          ]),
        ),
      )
      const { title, startsAt, endsAt, durationMinutes } = fields
      const hasLimit = durationMinutes.trim() !== ''
      return {
        ...(title.trim() === '' && { title: text('form.required') }),
        ...(startsAt === '' && { startsAt: text('form.required') }),
        ...(endsAt === ''
          ? { endsAt: text('form.required') }
          : endsAt <= startsAt && { endsAt: text('contests.order') }),
        ...(hasLimit &&
          !Number.isInteger(toNumber(durationMinutes)) && { durationMinutes: text('contests.whole') }),
        ...(Object.keys(problems).length > 0 && { questions: text('contests.incomplete') }),
      }
    },
    submit: async (fields, idempotencyKey) => {
      const { changeable, fixed } = toContestBody(fields, timeZone)
      try {
        const saved = contest
          ? await updateContest({
              params: { contestId: contest.id },
              body: isDraft ? { ...changeable, ...fixed } : changeable,
            })
          : await createContest({ body: { ...changeable, ...fixed }, idempotencyKey })
        await reloadContests()
        return saved.contest
      } catch (error) {
        if (error instanceof ApiError)
          setErrors(Object.fromEntries(error.details.map(({ path, message }) => [path, message])))
        throw error
      }
    },
    onSaved,
  })
  const problem = form.field('questions').error
  return (
    <Form form={form} label={text(contest ? 'contests.edit' : 'contests.new')}>
      <UnsavedChanges isDirty={form.isDirty} />
      {!isDraft && <Notice>{text('contests.publishedText')}</Notice>}
      <TextField
        label={text('contests.title')}
        autoFocus
        autoComplete="off"
        maxLength={200}
        {...form.field('title')}
      />
      <TextArea
        label={text('contests.description')}
        isOptional
        maxLength={10_000}
        {...form.field('description')}
      />
      <FormRow>
        <DateTimeField
          label={text('contests.startsAt')}
          disabled={!isDraft}
          hint={text('contests.zone', { zone: format.zone() })}
          {...form.field('startsAt')}
        />
        <DateTimeField label={text('contests.endsAt')} {...form.field('endsAt')} />
      </FormRow>
      <Checkbox
        label={text('contests.publicLeaderboard')}
        checked={form.values.publicLeaderboard === 'yes'}
        onChange={({ target }) => form.change('publicLeaderboard', target.checked ? 'yes' : '')}
      />
      {isDraft && (
        <>
          <TextField
            label={text('contests.duration')}
            isOptional
            inputMode="numeric"
            autoComplete="off"
            hint={text('contests.durationHint')}
            {...form.field('durationMinutes')}
          />
          <Checkbox
            label={text('contests.shuffle')}
            checked={form.values.shuffle === 'yes'}
            onChange={({ target }) => form.change('shuffle', target.checked ? 'yes' : '')}
          />
          <Card title={text('contests.questions')}>
            {problem && (
              <p className={styles['error']} role="alert">
                {text('contests.questionsProblem', { problem })}
              </p>
            )}
            <QuestionEditor
              questions={questionsIn(form.values)}
              errorAt={(path) => errors[path]}
              onChange={(questions) => {
                setErrors({})
                form.change('questions', JSON.stringify(questions))
              }}
            />
          </Card>
        </>
      )}
      <SaveActions
        isBusy={form.isBusy}
        label={text(contest ? 'action.save' : 'contests.create')}
        onCancel={onCancel}
      />
    </Form>
  )
}

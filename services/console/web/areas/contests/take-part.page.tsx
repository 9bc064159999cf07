import { QueryClientProvider } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { PublicContest } from '@workspace-platform/client/contests'
import { ApiError } from '@workspace-platform/client'
import { useEffect, useState } from 'react'
import { LoadFailure } from '../../app/load-failure.tsx'
import { queryClient } from '../../app/query-client.ts'
import { useFormat } from '../../i18n/format.ts'
import { chooseLanguage, languages, useLanguage, useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import { AttemptSheet } from './attempt-sheet.tsx'
import styles from './take-part.module.css'
import { ownAttempt, start, usePublicContest } from './take-part.queries.ts'
import type { OwnAttempt } from './take-part.queries.ts'

const route = getRouteApi('/take-part/$contestId')

const TakePart = () => {
  const text = useText()
  const { language } = useLanguage()
  const { contestId } = route.useParams()
  const { data: contest, error, refetch } = usePublicContest(contestId)
  const [own, setOwn] = useState<OwnAttempt | null>(() => ownAttempt(contestId))
  useEffect(() => {
    document.title = contest?.title ?? text('contests.contest')
  }, [contest, text])
  return (
    <div className={styles['screen']}>
      <main className={styles['sheet']}>
        {contest ? (
          <>
            <header className={styles['head']}>
              <h1 dir="auto">{contest.title}</h1>
              {contest.description && (
                <p className={styles['description']} dir="auto">
                  {contest.description}
                </p>
              )}
            </header>
            {own ? <AttemptSheet own={own} /> : <StartForm contest={contest} onStarted={setOwn} />}
          </>
        ) : error ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={8} />
        )}
      </main>
      <footer className={styles['footer']}>
        {languages
          .filter((each) => each !== language)
          .map((each) => (
            <button key={each} type="button" lang={each} onClick={() => void chooseLanguage(each)}>
              {text(`language.${each}`)}
            </button>
          ))}
      </footer>
    </div>
  )
}

/** Where people take part in a contest, without a login. */
export const TakePartPage = () => (
  <QueryClientProvider client={queryClient}>
    <TakePart />
  </QueryClientProvider>
)

type StartProps = { contest: PublicContest; onStarted: (own: OwnAttempt) => void }

const StartForm = ({ contest, onStarted }: StartProps) => {
  const text = useText()
  const format = useFormat()
  const [isRepeated, setRepeated] = useState(false)
  const { id, startsAt, endsAt, durationMinutes, questionCount } = contest
  const form = useForm({
    initial: { name: '', email: '', phone: '' },
    check: ({ name, email, phone }) => ({
      ...(name.trim() === '' && { name: text('form.required') }),
      ...(email.trim() === '' && phone.trim() === '' && { email: text('contests.emailOrPhone') }),
    }),
    submit: async ({ name, email, phone }, idempotencyKey) => {
      setRepeated(false)
      try {
        return await start(
          id,
          { name: name.trim(), email: email.trim() || null, phone: phone.trim() || null },
          idempotencyKey,
        )
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'CONFLICT') throw error
        setRepeated(true)
        return null
      }
    },
    onSaved: (own) => own && onStarted(own),
  })
  const now = Date.now()
  if (now >= Date.parse(endsAt)) return <Notice>{text('contests.hasEnded')}</Notice>
  if (now < Date.parse(startsAt))
    return <Notice>{text('contests.notStarted', { at: format.dateTime(startsAt) })}</Notice>
  return (
    <Form form={form} label={text('contests.takePart')}>
      <p className={styles['facts']}>
        {text('contests.questionCount', { count: questionCount })}
        {' · '}
        {durationMinutes === null
          ? text('contests.until', { at: format.dateTime(endsAt) })
          : text('contests.within', { time: format.minutes(durationMinutes) })}
      </p>
      {isRepeated && <Notice tone="bad">{text('contests.alreadyStarted')}</Notice>}
      <TextField
        label={text('contests.yourName')}
        autoComplete="name"
        maxLength={200}
        {...form.field('name')}
      />
      <TextField
        label={text('contests.email')}
        type="email"
        autoComplete="email"
        hint={text('contests.once')}
        {...form.field('email')}
      />
      <TextField
        label={text('contests.phone')}
        type="tel"
        isOptional
        autoComplete="tel"
        maxLength={40}
        {...form.field('phone')}
      />
      <Button type="submit" kind="primary" size="large" isWide isBusy={form.isBusy}>
        {text('contests.start')}
      </Button>
    </Form>
  )
}

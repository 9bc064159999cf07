import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError } from '@workspace-platform/client'
import { useEffect, useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SignInCard } from './sign-in.frame.tsx'

const route = getRouteApi('/sign-in/verify-email')

type Result = 'verified' | 'refused' | { failure: unknown }

/** A token works only once, so a second rendering of the page must not send it again. */
const attempts = new Map<string, Promise<Result>>()
const verify = (token: string): Promise<Result> => {
  const attempt =
    attempts.get(token) ??
    identityCalls.verifyEmail({ body: { token } }).then(
      () => 'verified' as const,
      (error: unknown) => {
        if (error instanceof ApiError && error.status < 500 && error.status !== 429) return 'refused' as const
        attempts.delete(token)
        return { failure: error }
      },
    )
  attempts.set(token, attempt)
  return attempt
}

/** Opened by the link in the email after a signup. */
export const VerifyEmailPage = () => {
  const text = useText()
  const { token = '' } = route.useSearch()
  const [result, setResult] = useState<Result | 'waiting'>(token === '' ? 'refused' : 'waiting')
  useEffect(() => {
    if (result === 'waiting') void verify(token).then(setResult)
  }, [token, result])
  return (
    <SignInCard title={text('verify.title')}>
      {result === 'waiting' && <Skeleton lines={2} />}
      {result === 'verified' && <Notice tone="ok">{text('verify.done')}</Notice>}
      {result === 'refused' && <Notice tone="bad">{text('verify.refused')}</Notice>}
      {typeof result === 'object' && (
        <>
          <Notice tone="bad">{toProblem(result.failure, text).message}</Notice>
          <Button onClick={() => setResult('waiting')}>{text('action.retry')}</Button>
        </>
      )}
      {(result === 'verified' || result === 'refused') && (
        <Link to="/" className={buttonClass({ kind: 'primary', size: 'large', isWide: true })}>
          {text('verify.continue')}
        </Link>
      )}
    </SignInCard>
  )
}

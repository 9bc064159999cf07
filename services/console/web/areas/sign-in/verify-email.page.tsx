import { getRouteApi, Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SignInCard } from './sign-in.layout.tsx'

const route = getRouteApi('/sign-in/verify-email')

/** A token works once, so that a second rendering of the page must not send it again. */
const attempts = new Map<string, Promise<boolean>>()
const verify = (token: string): Promise<boolean> => {
  const attempt =
    attempts.get(token) ??
    identityCalls.verifyEmail({ body: { token } }).then(
      () => true,
      () => false,
    )
  attempts.set(token, attempt)
  return attempt
}

/** Opened by the link in the mail after a signup. */
export const VerifyEmailPage = () => {
  const text = useText()
  const { token = '' } = route.useSearch()
  const [result, setResult] = useState<'waiting' | 'verified' | 'refused'>(
    token === '' ? 'refused' : 'waiting',
  )
  useEffect(() => {
    if (token !== '') void verify(token).then((isVerified) => setResult(isVerified ? 'verified' : 'refused'))
  }, [token])
  return (
    <SignInCard title={text('verify.title')}>
      {result === 'waiting' && <Skeleton lines={2} />}
      {result === 'verified' && <Notice tone="ok">{text('verify.done')}</Notice>}
      {result === 'refused' && <Notice tone="bad">{text('verify.refused')}</Notice>}
      {result !== 'waiting' && (
        <Link to="/" className={buttonClass({ kind: 'primary', size: 'large', isWide: true })}>
          {text('verify.continue')}
        </Link>
      )}
    </SignInCard>
  )
}

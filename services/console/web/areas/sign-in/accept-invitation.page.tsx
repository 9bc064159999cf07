import { getRouteApi } from '@tanstack/react-router'
import { ApiError } from '@workspace-platform/client'
import type { Challenge } from '@workspace-platform/client/identity'
import { useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { SecondFactor } from './second-factor.form.tsx'
import { SignInCard } from './sign-in.frame.tsx'
import { passwordProblem } from './sign-in.rules.ts'
import { useEnter } from './use-enter.ts'

const route = getRouteApi('/sign-in/accept-invitation')

/** Opened by the link in an invitation. Only people without an account must choose a password. */
export const AcceptInvitationPage = () => {
  const text = useText()
  const { token = '' } = route.useSearch()
  const enter = useEnter()
  const [needsPassword, setNeedsPassword] = useState(false)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => {
      const problem = needsPassword ? passwordProblem(password) : null
      return problem ? { password: text(problem) } : {}
    },
    submit: async ({ password }) => {
      try {
        const body = { token, ...(needsPassword && { password }) }
        const reply = await identityCalls.acceptInvitation({ body })
        if ('mfaRequired' in reply) setChallenge(reply.challenge)
        else await enter()
      } catch (error) {
        const isAsked = error instanceof ApiError && error.details.some(({ path }) => path === 'password')
        if (needsPassword || !isAsked) throw error
        setNeedsPassword(true)
      }
    },
  })
  if (challenge)
    return <SecondFactor challenge={challenge} onDone={enter} onBack={() => setChallenge(null)} />
  return (
    <SignInCard
      title={text('invitation.title')}
      text={text(needsPassword ? 'invitation.choose' : 'invitation.text')}
    >
      {token === '' ? (
        <Notice tone="bad">{text('link.incomplete')}</Notice>
      ) : (
        <Form form={form} label={text('invitation.title')}>
          {needsPassword && (
            <PasswordField
              label={text('reset.password')}
              hint={text('signIn.passwordHint')}
              autoComplete="new-password"
              autoFocus
              {...form.field('password')}
            />
          )}
          <Button type="submit" kind="primary" size="large" isWide isBusy={form.isBusy}>
            {text('invitation.submit')}
          </Button>
        </Form>
      )}
    </SignInCard>
  )
}

import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { SignInCard } from './sign-in.frame.tsx'
import styles from './sign-in.module.css'
import { passwordProblem } from './sign-in.rules.ts'

const route = getRouteApi('/sign-in/reset-password')

/** Opened by the link in the password reset email. */
export const ResetPasswordPage = () => {
  const text = useText()
  const { token = '' } = route.useSearch()
  const [isDone, setDone] = useState(false)
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => {
      const problem = passwordProblem(password)
      return problem ? { password: text(problem) } : {}
    },
    submit: async ({ password }) => {
      await identityCalls.resetPassword({ body: { token, password } })
      setDone(true)
    },
  })
  if (isDone)
    return (
      <SignInCard title={text('reset.done')} text={text('reset.doneText')}>
        <Link to="/login" className={buttonClass({ kind: 'primary', size: 'large', isWide: true })}>
          {text('signIn.submit')}
        </Link>
      </SignInCard>
    )
  return (
    <SignInCard title={text('reset.title')} text={text('reset.text')}>
      {token === '' ? (
        <Notice tone="bad">{text('link.incomplete')}</Notice>
      ) : (
        <Form form={form} label={text('reset.title')}>
          <PasswordField
            label={text('reset.password')}
            hint={text('signIn.passwordHint')}
            autoComplete="new-password"
            autoFocus
            {...form.field('password')}
          />
          <Button type="submit" kind="primary" size="large" isWide isBusy={form.isBusy}>
            {text('reset.submit')}
          </Button>
        </Form>
      )}
      <div className={styles['links']}>
        <Link to="/forgot-password" className={styles['link']!}>
          {text('reset.again')}
        </Link>
      </div>
    </SignInCard>
  )
}

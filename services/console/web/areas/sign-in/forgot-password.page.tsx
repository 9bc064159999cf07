import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { SignInCard } from './sign-in.frame.tsx'
import styles from './sign-in.module.css'
import { isEmail } from './sign-in.rules.ts'

export const ForgotPasswordPage = () => {
  const text = useText()
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email: '' },
    check: ({ email }) => (isEmail(email) ? {} : { email: text('form.email') }),
    submit: async ({ email }) => {
      await identityCalls.forgetPassword({ body: { email: email.trim() } })
      setSentTo(email.trim())
    },
  })
  return (
    <SignInCard title={text('forgot.title')} text={text('forgot.text')}>
      {sentTo ? (
        <Notice tone="ok">{text('forgot.sent', { email: sentTo })}</Notice>
      ) : (
        <Form form={form} label={text('forgot.title')}>
          <TextField
            label={text('signIn.email')}
            type="email"
            autoComplete="username"
            autoFocus
            {...form.field('email')}
          />
          <Button type="submit" kind="primary" size="large" isWide isBusy={form.isBusy}>
            {text('forgot.submit')}
          </Button>
        </Form>
      )}
      <div className={styles['links']}>
        <Link to="/login" className={styles['link']!}>
          {text('signIn.back')}
        </Link>
      </div>
    </SignInCard>
  )
}

import type { Challenge } from '@workspace-platform/client/identity'
import { useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { useForm } from '../../ui/use-form.ts'
import { SignInCard } from './sign-in.frame.tsx'
import styles from './sign-in.module.css'
import { orderMethods } from './sign-in.rules.ts'
import type { Method } from './sign-in.rules.ts'

type Props = { challenge: Challenge; isAdmin?: boolean; onDone: () => Promise<void>; onBack: () => void }

/** The second step of a login: a code from an app, by SMS or from the list of backup codes. */
export const SecondFactor = ({ challenge, isAdmin = false, onDone, onBack }: Props) => {
  const text = useText()
  const methods = orderMethods(challenge.methods)
  const [method, setMethod] = useState(methods[0]!)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [isSending, setSending] = useState(false)
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: text('form.required') } : {}),
    submit: async ({ code }) => {
      const body = { challengeId: challenge.id, methodId: method.id, code: code.trim() }
      await (isAdmin ? identityCalls.verifyAdminLogin : identityCalls.verifyLogin)({ body })
      await onDone()
    },
  })
  const send = async (): Promise<void> => {
    setSending(true)
    setFailure(null)
    try {
      const body = { challengeId: challenge.id, methodId: method.id }
      setSentTo((await identityCalls.sendLoginCode({ body })).hint)
    } catch (error) {
      setFailure(toProblem(error, text).message)
    } finally {
      setSending(false)
    }
  }
  const choose = (next: Method): void => {
    setMethod(next)
    setSentTo(null)
    setFailure(null)
    form.change('code', '')
  }
  const others = methods.filter(({ id }) => id !== method.id)
  const isPhone = method.type === 'phone'
  return (
    <SignInCard title={text('factor.title')} text={text(`factor.text.${method.type}`)}>
      {isPhone && (sentTo ? <Notice>{text('factor.sent', { to: sentTo })}</Notice> : null)}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <Form form={form} label={text('factor.title')}>
        {isPhone && (
          <Button isWide isBusy={isSending} onClick={() => void send()}>
            {text(sentTo ? 'factor.sendAgain' : 'factor.send', { to: method.hint ?? '' })}
          </Button>
        )}
        <div className={styles['code']} key={method.id}>
          <TextField
            label={text('factor.code')}
            type="tel"
            inputMode={method.type === 'backup-codes' ? 'text' : 'numeric'}
            autoComplete="one-time-code"
            autoFocus
            {...form.field('code')}
          />
        </div>
        <Button type="submit" kind="primary" size="large" isWide isBusy={form.isBusy}>
          {text('factor.submit')}
        </Button>
      </Form>
      <div className={styles['links']}>
        {others.map((other) => (
          <button key={other.id} type="button" className={styles['link']} onClick={() => choose(other)}>
            {text(`factor.use.${other.type}`)}
          </button>
        ))}
        <button type="button" className={styles['link']} onClick={onBack}>
          {text('action.back')}
        </button>
      </div>
    </SignInCard>
  )
}

import { useEffect, useRef, useState } from 'react'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form, FormActions, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toProblem } from '../../ui/problem.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './account.module.css'

type Setup = { methodId: string; secret: string; qrCode: string }
type Props = {
  /** Platform admins have separate routes and no backup codes. */
  isAdmin?: boolean
  confirmed: <T>(call: () => Promise<T>) => Promise<T>
  onDone: (backupCodes?: readonly string[]) => void
  onCancel: () => void
}

/** Shows the code to scan, then asks for a code from the app. */
export const TotpSetup = ({ isAdmin = false, confirmed, onDone, onCancel }: Props) => {
  const text = useText()
  const [setup, setSetup] = useState<Setup | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const hasStarted = useRef(false)
  useEffect(() => {
    // Every setup replaces the previous one, so it must start only once.
    if (hasStarted.current) return
    hasStarted.current = true
    const { setUpAdminTotp, setUpTotp } = identityCalls
    confirmed(() => (isAdmin ? setUpAdminTotp() : setUpTotp())).then(setSetup, setFailure)
  }, [confirmed, isAdmin])
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => (code.trim() === '' ? { code: text('form.required') } : {}),
    submit: async ({ code }) => {
      const body = { methodId: setup!.methodId, code: code.trim() }
      if (isAdmin) {
        await confirmed(() => identityCalls.confirmAdminTotp({ body }))
        return onDone()
      }
      const { backupCodes } = await confirmed(() => identityCalls.confirmTotp({ body }))
      onDone(backupCodes)
    },
  })
  if (failure !== null)
    return (
      <div className={styles['stack']}>
        <Notice tone="bad">{toProblem(failure, text).message}</Notice>
        <FormActions>
          <Button onClick={onCancel}>{text('action.back')}</Button>
        </FormActions>
      </div>
    )
  if (!setup) return <Skeleton lines={5} />
  return (
    <Form form={form} label={text('factors.addTotp')}>
      <div className={styles['qr']}>
        <img src={setup.qrCode} alt={text('totp.qr')} />
        <div className={styles['stack']}>
          <p>{text('totp.scan')}</p>
          <p className={styles['text']}>
            {text('totp.secret')} <span className={styles['secret']}>{setup.secret}</span>
          </p>
        </div>
      </div>
      <div className={styles['form']}>
        <TextField
          label={text('totp.code')}
          type="tel"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          {...form.field('code')}
        />
      </div>
      <SaveActions isBusy={form.isBusy} label={text('totp.confirm')} onCancel={onCancel} />
    </Form>
  )
}

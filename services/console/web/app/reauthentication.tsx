import { ApiError } from '@workspace-platform/client'
import { useState } from 'react'
import { useText } from '../i18n/language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'
import { identityCalls } from './session.ts'

type Pending = { resolve: () => void; reject: (error: unknown) => void; error: unknown }

const isRequired = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'REAUTHENTICATION_REQUIRED'

/**
 * Returns `confirmed`, which runs a call and, if the platform requires reauthentication, asks for the
 * password and runs it again; and the dialog to render. A cancelled dialog throws the platform's error.
 */
export const useReauthentication = () => {
  const [pending, setPending] = useState<Pending | null>(null)
  const confirmed = async <T,>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call()
    } catch (error) {
      if (!isRequired(error)) throw error
      await new Promise<void>((resolve, reject) => setPending({ resolve, reject, error }))
      return call()
    }
  }
  const dialog = pending && (
    <ReauthenticationDialog
      onDone={() => {
        setPending(null)
        pending.resolve()
      }}
      onCancel={() => {
        setPending(null)
        pending.reject(pending.error)
      }}
    />
  )
  return { confirmed, dialog }
}

const ReauthenticationDialog = ({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) => {
  const text = useText()
  const form = useForm({
    initial: { password: '' },
    check: ({ password }) => (password === '' ? { password: text('form.required') } : {}),
    submit: async ({ password }) => {
      await identityCalls.reauthenticate({ body: { password } })
      onDone()
    },
  })
  return (
    <Dialog title={text('reauth.title')} onClose={onCancel}>
      <DialogText>{text('reauth.text')}</DialogText>
      <Form form={form} label={text('reauth.title')}>
        <PasswordField
          label={text('reauth.password')}
          autoComplete="current-password"
          autoFocus
          {...form.field('password')}
        />
        <DialogActions>
          <Button onClick={onCancel}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {text('reauth.confirm')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

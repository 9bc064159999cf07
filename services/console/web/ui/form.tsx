import type { ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { Button } from './button.tsx'
import type { FormState } from './use-form.ts'
import styles from './form.module.css'
import { Notice } from './notice.tsx'

/** A form that shows problems unrelated to a single field above its actions. */
export const Form = ({
  form,
  label,
  children,
}: {
  form: Pick<FormState, 'onSubmit' | 'problem' | 'ref'>
  label: string
  children: ReactNode
}) => (
  <form ref={form.ref} className={styles['form']} aria-label={label} noValidate onSubmit={form.onSubmit}>
    {form.problem && (
      <Notice tone="bad" reference={form.problem.reference}>
        {form.problem.message}
      </Notice>
    )}
    {children}
  </form>
)

/** Fields side by side, if there is space. */
export const FormRow = ({ children }: { children: ReactNode }) => (
  <div className={styles['row']}>{children}</div>
)

export const FormActions = ({ children }: { children: ReactNode }) => (
  <div className={styles['actions']}>{children}</div>
)

type SaveProps = {
  isBusy: boolean
  /** The label of the submit button; `Save` by default. */
  label?: string
  onCancel?: (() => void) | undefined
}

/** The buttons at the end of a form. */
export const SaveActions = ({ isBusy, label, onCancel }: SaveProps) => {
  const text = useText()
  return (
    <FormActions>
      <Button type="submit" kind="primary" isBusy={isBusy}>
        {label ?? text('action.save')}
      </Button>
      {onCancel && <Button onClick={onCancel}>{text('action.cancel')}</Button>}
    </FormActions>
  )
}

import { useReauthentication } from '../../app/reauthentication.tsx'
import { identityCalls } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { PasswordField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import styles from './account.module.css'
import { reloadLoginSessions } from './account.queries.ts'

export const PasswordForm = () => {
  const text = useText()
  const { confirmed, dialog } = useReauthentication()
  const form = useForm({
    initial: { currentPassword: '', newPassword: '' },
    check: ({ currentPassword, newPassword }) => ({
      ...(currentPassword === '' && { currentPassword: text('form.required') }),
      ...(newPassword === '' && { newPassword: text('form.required') }),
    }),
    submit: async (body) => {
      await confirmed(() => identityCalls.changePassword({ body }))
      form.change('currentPassword', '')
      form.change('newPassword', '')
      showToast(text('account.passwordChanged'))
      await reloadLoginSessions()
    },
  })
  return (
    <div className={styles['form']}>
      <p className={styles['text']}>{text('account.passwordText')}</p>
      <Form form={form} label={text('account.password')}>
        <PasswordField
          label={text('account.currentPassword')}
          autoComplete="current-password"
          {...form.field('currentPassword')}
        />
        <PasswordField
          label={text('account.newPassword')}
          hint={text('account.passwordHint')}
          autoComplete="new-password"
          {...form.field('newPassword')}
        />
        <SaveActions isBusy={form.isBusy} label={text('account.changePassword')} />
      </Form>
      {dialog}
    </div>
  )
}

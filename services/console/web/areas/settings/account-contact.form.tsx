import { useMember } from '../../app/session.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { changeWorkspace } from './settings.queries.ts'

/** How the platform reaches the workspace. Customers do not see it. */
export const AccountContactForm = () => {
  const text = useText()
  const workspace = useMember().workspace!
  const form = useForm({
    initial: { phone: workspace.phone, marketing: workspace.marketingOptIn ? 'yes' : '' },
    paths: { marketingOptIn: 'marketing' },
    check: ({ phone }) => (phone.trim() === '' ? { phone: text('form.required') } : {}),
    submit: async ({ phone, marketing }) => {
      await changeWorkspace({ phone: phone.trim(), marketingOptIn: marketing === 'yes' })
      showToast(text('action.saved'))
    },
  })
  const isVerified = workspace.phoneVerified && form.values.phone === workspace.phone
  return (
    <Form form={form} label={text('settings.platformContact')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('settings.platformPhone')}
        hint={text(isVerified ? 'settings.phoneVerified' : 'settings.phoneNotVerified')}
        type="tel"
        autoComplete="tel"
        placeholder="+201001234567"
        {...form.field('phone')}
      />
      <Checkbox
        label={text('settings.marketing')}
        checked={form.values.marketing === 'yes'}
        onChange={({ target }) => form.change('marketing', target.checked ? 'yes' : '')}
      />
      <SaveActions isBusy={form.isBusy} />
    </Form>
  )
}

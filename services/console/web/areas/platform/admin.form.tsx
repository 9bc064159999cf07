import type { Admin } from '@workspace-platform/client/identity'
import { useReauthentication } from '../../app/reauthentication.tsx'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { identityCalls, useMember } from '../../app/session.ts'
import { useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { PasswordField, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { reloadPlatform } from './platform.queries.ts'

export const roles = ['super-admin', 'admin', 'analyst'] as const

type Props = { admin: Admin | null; onDone: () => void }

const toRoles = (text: string) => roles.filter((role) => text.split(',').includes(role))

/** Creates an admin, or changes roles and password. Removing all roles ends the access of an admin. */
export const AdminForm = ({ admin, onDone }: Props) => {
  const text = useText()
  const { account } = useMember()
  const { confirmed, dialog } = useReauthentication()
  const isOwn = admin?.id === account.id
  const form = useForm({
    initial: { email: admin?.email ?? '', password: '', roles: (admin?.roles ?? ['admin']).join() },
    check: ({ email, password, roles: chosen }) => ({
      ...(email.trim() === '' && { email: text('form.required') }),
      ...(!admin && password === '' && { password: text('form.required') }),
      ...(!admin && chosen === '' && { roles: text('platform.oneRole') }),
    }),
    submit: async ({ email, password, roles: chosen }, idempotencyKey) => {
      const given = { roles: toRoles(chosen) }
      await confirmed(() =>
        admin
          ? identityCalls.updateAdmin({
              params: { adminId: admin.id },
              body: { ...given, ...(password && { password }) },
            })
          : identityCalls.createAdmin({
              body: { ...given, email: email.trim(), password },
              idempotencyKey,
            }),
      )
      await reloadPlatform()
    },
    onSaved: () => {
      showToast(text('action.saved'))
      onDone()
    },
  })
  return (
    <>
      <Form form={form} label={text(admin ? 'platform.editAdmin' : 'platform.addAdmin')}>
        <UnsavedChanges isDirty={form.isDirty} />
        {!admin && (
          <TextField
            label={text('platform.email')}
            type="email"
            autoFocus
            autoComplete="off"
            {...form.field('email')}
          />
        )}
        <CheckList
          label={text('platform.roles')}
          hint={text(admin ? 'platform.rolesHint' : 'platform.newRolesHint')}
          error={form.field('roles').error}
          isStacked
          choices={roles.map((value) => ({ value, label: text(`platform.roleText.${value}`) }))}
          values={toRoles(form.values.roles)}
          onChange={(next) => form.change('roles', next.join())}
        />
        {!isOwn && (
          <PasswordField
            label={text(admin ? 'platform.newPassword' : 'platform.password')}
            hint={text(admin ? 'platform.newPasswordHint' : 'platform.passwordHint')}
            autoComplete="new-password"
            {...form.field('password')}
          />
        )}
        <SaveActions
          isBusy={form.isBusy}
          label={text(admin ? 'action.save' : 'platform.createAdmin')}
          onCancel={onDone}
        />
      </Form>
      {dialog}
    </>
  )
}

import type { Role } from '@workspace-platform/client/identity'
import { useMemo } from 'react'
import { areas } from '../../app/areas.ts'
import { groupPermissions, isKnown } from '../../app/permission.rules.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'
import { grants, includedBy, missingFor, withPermissions } from './role.rules.ts'
import styles from './staff.module.css'
import { createRole, reloadRoles, updateRole } from './staff.queries.ts'

type Permission = { key: string; label: string }
type Props = { role?: Role; permissions: readonly Permission[]; onSaved: () => void; onCancel: () => void }

/** Creates a role, or changes one: the permissions of its members, area by area. */
export const RoleForm = ({ role, permissions, onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const form = useForm({
    initial: { name: role?.name ?? '', permissions: JSON.stringify(role?.permissions.toSorted() ?? []) },
    check: ({ name }) => (name.trim() === '' ? { name: text('form.required') } : {}),
    submit: async (values, idempotencyKey) => {
      const body = {
        name: values.name.trim(),
        permissions: JSON.parse(values.permissions) as string[],
      }
      await (role ? updateRole({ params: { roleId: role.id }, body }) : createRole({ body, idempotencyKey }))
      await reloadRoles()
    },
    onSaved,
  })
  const granted = JSON.parse(form.values.permissions) as string[]
  const change = (keys: readonly string[], isGranted: boolean): void =>
    form.change('permissions', JSON.stringify(withPermissions(granted, keys, isGranted)))
  const grouped = useMemo(() => groupPermissions(permissions), [permissions])
  const labelOf = ({ key, label }: Permission): string => (isKnown(key) ? text(`permission.${key}`) : label)
  const lacks = grouped.flatMap((group) => group.permissions).some(({ key }) => !may(member, key))
  return (
    <Form form={form} label={text(role ? 'roles.editTitle' : 'roles.newTitle')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <div className={styles['roleHead']}>
        <TextField
          label={text('roles.name')}
          placeholder={text('roles.namePlaceholder')}
          autoFocus={!role}
          maxLength={100}
          {...form.field('name')}
        />
        <Preview permissions={granted} />
      </div>
      {lacks && <Notice>{text('roles.ownOnly')}</Notice>}
      {form.field('permissions').error && <Notice tone="bad">{form.field('permissions').error}</Notice>}
      <div className={styles['matrix']}>
        {grouped.map(({ group, permissions: all }) => {
          const possible = all.filter(({ key }) => may(member, key)).map(({ key }) => key)
          const isFull = all.every(({ key }) => grants(granted, key))
          const title = text(`permissionGroup.${group}`)
          return (
            <Card
              key={group}
              title={title}
              action={
                possible.length > 0 && (
                  <Button
                    kind="ghost"
                    aria-label={text(isFull ? 'roles.noneOf' : 'roles.allOf', { group: title })}
                    onClick={() => change(possible, !isFull)}
                  >
                    {text(isFull ? 'roles.clear' : 'roles.all')}
                  </Button>
                )
              }
            >
              <div className={styles['checks']}>
                {all.map((permission) => {
                  const { key } = permission
                  const isIncluded = granted.includes(includedBy(key) ?? '')
                  return (
                    <Checkbox
                      key={key}
                      label={labelOf(permission)}
                      checked={grants(granted, key)}
                      disabled={isIncluded || !may(member, key)}
                      onChange={(event) => change([key], event.target.checked)}
                    />
                  )
                })}
              </div>
            </Card>
          )
        })}
      </div>
      {missingFor(granted).length > 0 && (
        <Notice tone="warn">
          {text('roles.missing', {
            permissions: format.list(missingFor(granted).map((key) => text(`permission.${key}`))),
          })}
        </Notice>
      )}
      <SaveActions
        isBusy={form.isBusy}
        label={text(role ? 'action.save' : 'roles.create')}
        onCancel={onCancel}
      />
    </Form>
  )
}

/** The areas of the console that members with these permissions see. */
const Preview = ({ permissions }: { permissions: readonly string[] }) => {
  const text = useText()
  const member = useMember()
  const account = { ...member.account, role: 'staff' as const, permissions: [...permissions] }
  const seen = areas.filter(({ isPersonal, isAllowed }) => !isPersonal && isAllowed({ ...member, account }))
  return (
    <section className={styles['preview']} aria-live="polite">
      <h3>{text('roles.sees')}</h3>
      <ul>
        {seen.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Icon aria-hidden="true" />
            {text(label)}
          </li>
        ))}
      </ul>
    </section>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ApiKey } from '@workspace-platform/client/identity'
import { fromList, toList } from '../../app/form-values.rules.ts'
import { LoadFailure } from '../../app/load-failure.tsx'
import { groupPermissions, isKnown } from '../../app/permission.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { identityCalls, useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Checkbox, TextArea, TextField } from '../../ui/field.tsx'
import { Form, SaveActions } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useForm } from '../../ui/use-form.ts'
import { reloadApiKeys } from './api-keys.queries.ts'
import { toKeyBody, toKeyFields } from './api-key.rules.ts'
import styles from './settings.module.css'

type Props = {
  apiKey: ApiKey | null
  /** Receives the secret of a new key. */
  onSaved: (secret: string | null) => void
  onCancel: () => void
}

/** Creates a key, or changes one. A key can only have permissions that its creator has. */
export const ApiKeyForm = ({ apiKey, onSaved, onCancel }: Props) => {
  const text = useText()
  const member = useMember()
  const { data, error, refetch } = useQuery({
    queryKey: ['permissions'],
    queryFn: ({ signal }) => identityCalls.listPermissions({ signal }),
    staleTime: 60 * 60_000,
  })
  const form = useForm({
    initial: toKeyFields(apiKey),
    paths: { expiresAt: 'expiresOn' },
    check: ({ name, permissions }) => ({
      ...(name.trim() === '' && { name: text('form.required') }),
      ...(permissions === '' && { permissions: text('settings.onePermission') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toKeyBody(fields)
      let secret: string | null = null
      if (apiKey) await identityCalls.updateApiKey({ params: { apiKeyId: apiKey.id }, body })
      else {
        const survivesMember = fields.survivesMember === 'yes'
        const reply = await identityCalls.createApiKey({ body: { ...body, survivesMember }, idempotencyKey })
        secret = reply.secret
      }
      await reloadApiKeys()
      return secret
    },
    onSaved,
  })
  const grouped = groupPermissions((data?.permissions ?? []).filter(({ key }) => may(member, key)))
  return (
    <Form form={form} label={text(apiKey ? 'settings.editKey' : 'settings.addKey')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('settings.keyName')}
        hint={text('settings.keyNameHint')}
        autoFocus
        autoComplete="off"
        {...form.field('name')}
      />
      <DateField
        label={text('settings.expiresOn')}
        hint={text('settings.expiresOnHint')}
        isOptional
        {...form.field('expiresOn')}
      />
      <TextArea
        label={text('settings.allowedNetworks')}
        hint={text('settings.allowedNetworksHint')}
        isOptional
        dir="ltr"
        rows={2}
        placeholder="203.0.113.0/24"
        {...form.field('allowedNetworks')}
      />
      {error && !data ? (
        <LoadFailure isCompact error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <section className={styles['permissions']} aria-label={text('settings.permissions')}>
          <h3>{text('settings.permissions')}</h3>
          {grouped.map(({ group, permissions }, index) => (
            <CheckList
              key={group}
              label={text(`permissionGroup.${group}`)}
              error={index === 0 ? form.field('permissions').error : undefined}
              isStacked
              choices={permissions.map(({ key, label }) => ({
                value: key,
                label: isKnown(key) ? text(`permission.${key}`) : label,
              }))}
              values={toList(form.values.permissions)}
              onChange={(next) => form.change('permissions', fromList(next))}
            />
          ))}
        </section>
      ) : (
        <Skeleton lines={6} />
      )}
      {!apiKey && (
        <Checkbox
          label={text('settings.survivesMember')}
          checked={form.values.survivesMember === 'yes'}
          onChange={({ target }) => form.change('survivesMember', target.checked ? 'yes' : '')}
        />
      )}
      <SaveActions
        isBusy={form.isBusy}
        label={text(apiKey ? 'action.save' : 'settings.createKey')}
        onCancel={onCancel}
      />
    </Form>
  )
}

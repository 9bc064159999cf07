import type { Client } from '@workspace-platform/client/scheduling'
import { ContactFields } from '../../app/contact-fields.tsx'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { toNumber } from '../../i18n/number.rules.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { emptyClient, toBody, toFields } from './client.rules.ts'
import { createClient, reloadClients, updateClient } from './clients.queries.ts'

type Props = { client?: Client; onSaved: (client: Client) => void; onCancel: () => void }

/** Creates a client, or changes one. */
export const ClientForm = ({ client, onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const { workspace } = useMember()
  const form = useForm({
    initial: client ? toFields(client) : emptyClient,
    paths: { 'discount.value': 'discountValue', discount: 'discountValue' },
    check: ({ name, discountKind, discountValue }) => ({
      ...(name.trim() === '' && { name: text('form.required') }),
      ...(discountKind !== '' &&
        Number.isNaN(toNumber(discountValue)) && { discountValue: text('client.number') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toBody(fields)
      const saved = client
        ? await updateClient({ params: { clientId: client.id }, body })
        : await createClient({ body, idempotencyKey })
      await reloadClients()
      return saved.client
    },
    onSaved,
  })
  const languages = workspace?.languages ?? []
  const names = new Intl.DisplayNames(document.documentElement.lang, { type: 'language' })
  return (
    <Form form={form} label={text(client ? 'client.editTitle' : 'client.newTitle')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <ContactFields field={form.field} />
      <FormRow>
        <DateField
          label={text('client.dateOfBirth')}
          isOptional
          max={format.today()}
          {...form.field('dateOfBirth')}
        />
        <Select
          label={text('client.gender')}
          isOptional
          choices={[
            { value: '', label: text('client.unknown') },
            { value: 'female', label: text('gender.female') },
            { value: 'male', label: text('gender.male') },
          ]}
          {...form.field('gender')}
        />
      </FormRow>
      {languages.length > 1 && (
        <Select
          label={text('client.language')}
          isOptional
          choices={[
            { value: '', label: text('client.defaultLanguage') },
            ...languages.map((value) => ({ value, label: names.of(value) ?? value })),
          ]}
          {...form.field('language')}
        />
      )}
      <FormRow>
        <Select
          label={text('client.discount')}
          isOptional
          choices={[
            { value: '', label: text('client.noDiscount') },
            { value: 'percentage', label: text('client.percentage') },
            { value: 'fixed', label: text('client.fixed') },
          ]}
          {...form.field('discountKind')}
        />
        {form.values.discountKind !== '' && (
          <TextField
            label={text(form.values.discountKind === 'fixed' ? 'client.amount' : 'client.percent')}
            inputMode="decimal"
            {...form.field('discountValue')}
          />
        )}
      </FormRow>
      <TextArea label={text('client.notes')} isOptional {...form.field('notes')} />
      <TextField
        label={text('client.externalId')}
        hint={text('client.externalIdHint')}
        isOptional
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...form.field('externalId')}
      />
      <SaveActions
        isBusy={form.isBusy}
        label={text(client ? 'action.save' : 'client.create')}
        onCancel={onCancel}
      />
    </Form>
  )
}

import type { Service } from '@workspace-platform/client/scheduling'
import { useMember } from '../../app/session.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { scopes, toServiceBody, toServiceFields, wrongNumbers } from './service.rules.ts'
import { createService, reloadServices, updateService } from './services.queries.ts'

type Props = { service?: Service; onSaved: (service: Service) => void; onCancel: () => void }

/** Adds a service, or changes one. */
export const ServiceForm = ({ service, onSaved, onCancel }: Props) => {
  const text = useText()
  const format = useFormat()
  const taxRates = useMember().workspace?.taxRates ?? []
  const form = useForm({
    initial: toServiceFields(service ?? null),
    check: (fields) => ({
      ...Object.fromEntries(wrongNumbers(fields).map((name) => [name, text('field.number')])),
      ...(fields.name.trim() === '' && { name: text('form.required') }),
    }),
    submit: async (fields, idempotencyKey) => {
      const body = toServiceBody(fields)
      const saved = service
        ? await updateService({ params: { serviceId: service.id }, body })
        : await createService({ body, idempotencyKey })
      await reloadServices()
      return saved.service
    },
    onSaved,
  })
  return (
    <Form form={form} label={text(service ? 'services.editTitle' : 'services.newTitle')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField
        label={text('services.name')}
        autoFocus={!service}
        autoComplete="off"
        maxLength={200}
        {...form.field('name')}
      />
      <FormRow>
        <TextField
          label={text('services.duration')}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          {...form.field('durationMinutes')}
        />
        <TextField
          label={text('services.priceIn', { currency: format.currency() })}
          isOptional
          inputMode="decimal"
          autoComplete="off"
          {...form.field('price')}
        />
      </FormRow>
      {taxRates.length > 0 && (
        <Select
          label={text('services.taxRate')}
          isOptional
          choices={[
            { value: '', label: text('services.noTax') },
            ...taxRates
              .filter(({ id, isActive }) => isActive || id === service?.taxRateId)
              .map(({ id, name, percentage }) => ({
                value: id,
                label: `${name} ${format.percent(percentage / 100)}`,
              })),
          ]}
          {...form.field('taxRateId')}
        />
      )}
      <Select
        label={text('services.scope')}
        choices={scopes.map((value) => ({ value, label: text(`services.scope.${value}`) }))}
        {...form.field('scope')}
      />
      <FormRow>
        <TextField
          label={text('services.bufferBefore')}
          hint={text('services.bufferHint')}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          {...form.field('bufferBeforeMinutes')}
        />
        <TextField
          label={text('services.bufferAfter')}
          hint={text('services.bufferHint')}
          isOptional
          inputMode="numeric"
          autoComplete="off"
          {...form.field('bufferAfterMinutes')}
        />
      </FormRow>
      <Select
        label={text('services.state')}
        choices={[
          { value: 'yes', label: text('services.state.offered') },
          { value: 'no', label: text('services.state.hidden') },
        ]}
        {...form.field('isActive')}
      />
      <TextField
        label={text('services.externalId')}
        hint={text('services.externalIdHint')}
        isOptional
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        {...form.field('externalId')}
      />
      <SaveActions
        isBusy={form.isBusy}
        label={text(service ? 'action.save' : 'services.add')}
        onCancel={onCancel}
      />
    </Form>
  )
}

import { fromList, toList } from '../../app/form-values.rules.ts'
import { UnsavedChanges } from '../../app/unsaved-changes.tsx'
import { useText } from '../../i18n/language.ts'
import { CheckList } from '../../ui/check-list.tsx'
import { Select, TextArea, TextField } from '../../ui/field.tsx'
import { Form, FormRow, SaveActions } from '../../ui/form.tsx'
import { useForm } from '../../ui/use-form.ts'
import { reloadCustomFields, schedulingCalls } from './calendar-settings.queries.ts'
import {
  fieldTypes,
  flags,
  hasOptions,
  isMetadata,
  phases,
  suggestedKey,
  toCustomFieldChanges,
  toCustomFieldFields,
  toNewCustomField,
} from './custom-field.rules.ts'
import type { CustomField, FieldKind } from './custom-field.rules.ts'

type Props = { kind: FieldKind; field: CustomField | null; onSaved: () => void; onCancel: () => void }

/** Creates a custom field of sessions or staff, or changes one. */
export const CustomFieldForm = ({ kind, field, onSaved, onCancel }: Props) => {
  const text = useText()
  const form = useForm({
    initial: toCustomFieldFields(field),
    paths: { isRequired: 'flags', isUnique: 'flags', isFilterable: 'flags' },
    check: ({ label, type, options, metadata }) => ({
      ...(label.trim() === '' && { label: text('form.required') }),
      ...(!isMetadata(metadata) && { metadata: text('settings.metadataWrong') }),
      ...(hasOptions(type) && options.trim() === '' && { options: text('form.required') }),
    }),
    submit: async (fields, idempotencyKey) => {
      if (field) {
        const call = { params: { fieldId: field.id }, body: toCustomFieldChanges(fields, kind) }
        await (kind === 'session'
          ? schedulingCalls.updateSessionField(call)
          : schedulingCalls.updateStaffField(call))
      } else {
        const call = { body: toNewCustomField(fields, kind), idempotencyKey }
        await (kind === 'session'
          ? schedulingCalls.createSessionField(call)
          : schedulingCalls.createStaffField(call))
      }
      await reloadCustomFields()
    },
    onSaved,
  })
  const { values } = form
  return (
    <Form form={form} label={text(field ? 'settings.editField' : 'settings.addField')}>
      <UnsavedChanges isDirty={form.isDirty} />
      <TextField label={text('settings.label')} autoFocus {...form.field('label')} />
      {!field && (
        <FormRow>
          <Select
            label={text('settings.type')}
            choices={fieldTypes.map((value) => ({ value, label: text(`settings.type.${value}`) }))}
            {...form.field('type')}
          />
          <TextField
            label={text('settings.key')}
            hint={text('settings.keyHint')}
            dir="ltr"
            isOptional
            placeholder={suggestedKey(values.label)}
            {...form.field('key')}
          />
        </FormRow>
      )}
      {hasOptions(values.type) && (
        <TextArea
          label={text('settings.options')}
          hint={text('settings.optionsHint')}
          {...form.field('options')}
        />
      )}
      {kind === 'session' && !field && (
        <Select
          label={text('settings.phase')}
          choices={phases.map((value) => ({ value, label: text(`settings.phase.${value}`) }))}
          {...form.field('phase')}
        />
      )}
      {kind === 'session' && (
        <TextField
          label={text('settings.questionCategory')}
          hint={text('settings.questionCategoryHint')}
          isOptional
          maxLength={100}
          {...form.field('category')}
        />
      )}
      <TextField label={text('settings.description')} isOptional {...form.field('description')} />
      <CheckList
        label={text('settings.flags')}
        error={form.field('flags').error}
        isStacked
        choices={flags.map((value) => ({ value, label: text(`settings.flag.${value}`) }))}
        values={toList(values.flags)}
        onChange={(next) => form.change('flags', fromList(next))}
      />
      <TextArea
        label={text('settings.metadata')}
        hint={text('settings.metadataHint')}
        isOptional
        dir="ltr"
        rows={2}
        spellCheck={false}
        {...form.field('metadata')}
      />
      <SaveActions
        isBusy={form.isBusy}
        label={text(field ? 'action.save' : 'settings.createField')}
        onCancel={onCancel}
      />
    </Form>
  )
}

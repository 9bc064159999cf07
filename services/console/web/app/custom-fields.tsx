import type { ChangeEvent } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { CheckList } from '../ui/check-list.tsx'
import { Checkbox, Select, TextArea, TextField } from '../ui/field.tsx'
import { answerName, chosenOptions } from './custom-fields.rules.ts'
import type { CustomField } from './custom-fields.rules.ts'

type Input = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) => void
}
type Props = {
  fields: readonly CustomField[]
  input: (name: string) => Input
  onChange: (name: string, value: string) => void
}

const inputTypes: Partial<Record<CustomField['type'], string>> = {
  date: 'date',
  email: 'email',
  url: 'url',
  phone: 'tel',
}

/** Inputs for fields that the workspace defined itself. */
export const CustomFields = ({ fields, input, onChange }: Props) => (
  <>
    {fields.map((field) => (
      <CustomInput
        key={field.id}
        field={field}
        input={input(answerName(field.key))}
        onChange={(value) => onChange(answerName(field.key), value)}
      />
    ))}
  </>
)

const CustomInput = ({
  field,
  input,
  onChange,
}: {
  field: CustomField
  input: Input
  onChange: (value: string) => void
}) => {
  const text = useText()
  const { label, description, type, options } = field
  const shared = {
    label,
    ...(description && { hint: description }),
    ...(!field.isRequired && { isOptional: true }),
  }
  if (type === 'checkbox')
    return (
      <Checkbox
        label={label}
        name={input.name}
        checked={input.value === 'true'}
        onChange={(event) => onChange(event.target.checked ? 'true' : '')}
      />
    )
  if (type === 'textarea') return <TextArea {...shared} {...input} />
  if (type === 'multiselect')
    return (
      <CheckList
        {...shared}
        isStacked
        error={input.error}
        choices={(options ?? []).map((value) => ({ value, label: value }))}
        values={chosenOptions(input.value)}
        onChange={(values) => onChange(values.length === 0 ? '' : JSON.stringify(values))}
      />
    )
  if (type === 'select')
    return (
      <Select
        {...shared}
        {...input}
        choices={[
          { value: '', label: text('field.none') },
          ...(options ?? []).map((value) => ({ value, label: value })),
        ]}
      />
    )
  return (
    <TextField
      {...shared}
      {...input}
      {...(type === 'number' ? { inputMode: 'decimal' } : { type: inputTypes[type] ?? 'text' })}
    />
  )
}

/** An answer as text, in the workspace's format. */
export const useAnswerText = (): ((type: CustomField['type'], value: unknown) => string) => {
  const text = useText()
  const format = useFormat()
  return (type, value) => {
    if (typeof value === 'boolean') return text(value ? 'field.yes' : 'field.no')
    if (typeof value === 'number') return format.number(value)
    if (Array.isArray(value)) return format.list(value.map(String))
    return type === 'date' ? format.fullDate(String(value)) : String(value)
  }
}

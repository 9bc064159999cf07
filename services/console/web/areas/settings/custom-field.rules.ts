import type { SessionField, StaffField } from '@workspace-platform/client/scheduling'
import { fromList, orNull, toList, toSlug } from '../../app/form-values.rules.ts'
import { toLines } from './settings.rules.ts'

export type FieldKind = 'session' | 'staff'
export type CustomField = SessionField | StaffField

export const fieldTypes = [
  'text',
  'textarea',
  'number',
  'date',
  'select',
  'multiselect',
  'checkbox',
  'url',
  'email',
  'phone',
] as const

export const phases = ['pre', 'during', 'post'] as const
export const flags = ['isRequired', 'isUnique', 'isFilterable'] as const

/** A custom field as the form edits it, with strings only. */
export type CustomFieldFields = {
  label: string
  key: string
  type: string
  description: string
  options: string
  flags: string
  phase: string
  category: string
  /** A JSON object for programs that use the field, or empty. */
  metadata: string
}

export const toCustomFieldFields = (field: CustomField | null): CustomFieldFields => ({
  label: field?.label ?? '',
  key: field?.key ?? '',
  type: field?.type ?? 'text',
  description: field?.description ?? '',
  options: (field?.options ?? []).join('\n'),
  flags: field ? fromList(flags.filter((flag) => field[flag])) : '',
  phase: field && 'phase' in field ? field.phase : 'pre',
  category: (field && 'category' in field ? field.category : null) ?? '',
  metadata: field?.metadata ? JSON.stringify(field.metadata, null, 2) : '',
})

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** Returns whether the text is empty or a JSON object. */
export const isMetadata = (json: string): boolean => {
  const value = parsed(json)
  return json.trim() === '' || (typeof value === 'object' && value !== null && !Array.isArray(value))
}

export const hasOptions = (type: string): boolean => type === 'select' || type === 'multiselect'

/** Returns a key derived from a label; keys may contain letters, digits and underscores. */
export const suggestedKey = (label: string): string => toSlug(label).replaceAll('-', '_')

/** Returns the fields that can be changed later; key, type and phase are fixed when a field is created. */
export const toCustomFieldChanges = (fields: CustomFieldFields, kind: FieldKind) => {
  const chosen = toList(fields.flags)
  return {
    label: fields.label.trim(),
    description: orNull(fields.description),
    isRequired: chosen.includes('isRequired'),
    isUnique: chosen.includes('isUnique'),
    isFilterable: chosen.includes('isFilterable'),
    ...(hasOptions(fields.type) && { options: toLines(fields.options) }),
    metadata: fields.metadata.trim() === '' ? null : (parsed(fields.metadata) as Record<string, unknown>),
    ...(kind === 'session' && { category: orNull(fields.category) }),
  }
}

export const toNewCustomField = (fields: CustomFieldFields, kind: FieldKind) => ({
  ...toCustomFieldChanges(fields, kind),
  key: fields.key.trim() || suggestedKey(fields.label),
  type: fieldTypes.find((type) => type === fields.type) ?? 'text',
  ...(kind === 'session' && { phase: phases.find((phase) => phase === fields.phase) ?? 'pre' }),
})

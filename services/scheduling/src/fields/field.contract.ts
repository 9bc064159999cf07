import { FreeJson, FreeObject, IdString, nonBlank, pageQuery } from '@wp/kernel'
import { resource } from '@wp/http'
import { z } from 'zod'

/** The types of custom fields, which a workspace defines for staff and sessions. */
export const FieldType = z.enum([
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
])

/** The session phase in which the field is answered. */
export const Phase = z.enum(['pre', 'during', 'post'])

const Key = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, {
  error: 'must start with a letter and contain at most 64 letters, digits, _ or -',
})

const Options = z
  .array(nonBlank(200))
  .min(1)
  .max(200)
  .refine((options) => new Set(options).size === options.length, {
    error: 'cannot contain the same option twice',
  })

const Metadata = FreeObject.refine(
  (metadata) => Buffer.byteLength(JSON.stringify(metadata) ?? '') <= 65_536,
  { error: 'must be at most 64 KiB as JSON' },
)

const shown = {
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  type: FieldType,
  isRequired: z.boolean(),
  isUnique: z.boolean(),
  isFilterable: z.boolean(),
  order: z.int(),
  options: z.array(z.string()).nullable(),
  metadata: FreeObject.nullable(),
}

export const StaffField = resource('StaffField', shown)
export const SessionField = resource('SessionField', {
  ...shown,
  phase: Phase,
  category: z
    .string()
    .nullable()
    .describe('The field is shown in sessions with this questionCategory and in sessions without one'),
})

const changeable = {
  label: nonBlank(200),
  description: nonBlank(2000).nullable(),
  isRequired: z.boolean(),
  isUnique: z.boolean(),
  isFilterable: z.boolean(),
  options: Options.nullable(),
  metadata: Metadata.nullable(),
}

const made = {
  key: Key,
  type: FieldType,
  label: changeable.label,
  description: changeable.description.default(null),
  isRequired: changeable.isRequired.default(false),
  isUnique: changeable.isUnique.default(false),
  isFilterable: changeable.isFilterable.default(false),
  options: changeable.options.default(null),
  metadata: changeable.metadata.default(null),
}

const Category = nonBlank(100).nullable()

export const NewStaffField = z.object(made)
export const StaffFieldChanges = z.object(changeable).partial()
export const NewSessionField = z.object({
  ...made,
  phase: Phase.default('pre'),
  category: Category.default(null),
})
export const SessionFieldChanges = z.object({ ...changeable, category: Category }).partial()

export const FieldOrder = z.object({
  fieldIds: z.array(IdString).min(1).max(200).describe('All field ids, each once, in the new order'),
})

export const fieldQuery = pageQuery

/** The answer to a field; `null` removes it. */
export const FieldValue = z.object({ fieldKey: z.string().min(1).max(64), value: FreeJson })
export const SessionFieldValue = FieldValue.extend({ phase: Phase.optional() })

export const FieldFilter = z
  .array(z.string().regex(/^[^:]+:./s, { error: 'must have the form key:value' }))
  .max(10)
  .optional()
  .describe(
    'Filters in the form key:value; each key must belong to a filterable field, and all filters must match',
  )

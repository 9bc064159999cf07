import { parseExactJson, withIsoTimes } from '@wp/kernel'
import type { z } from 'zod'
import type { SessionField } from './field.contract.ts'
import type { StoredField } from './field.store.ts'

/** Converts a field for replies and events. */
export const toField = ({ metadata, ...field }: StoredField): z.output<typeof SessionField> => ({
  ...withIsoTimes(field),
  phase: field.phase ?? 'pre',
  metadata: metadata === null ? null : (parseExactJson(metadata) as Record<string, unknown>),
})

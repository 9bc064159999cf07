import type { ApiKey } from '@workspace-platform/client/identity'
import { fromList, toList } from '../../app/form-values.rules.ts'
import type { Tone } from '../../ui/badge.tsx'
import { toLines } from './settings.rules.ts'

export type KeyState = 'active' | 'expired' | 'revoked'

export const keyTone: Record<KeyState, Tone> = { active: 'ok', expired: 'warn', revoked: 'neutral' }

export const keyState = (
  { revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>,
  now: Date,
): KeyState => {
  if (revokedAt) return 'revoked'
  return expiresAt && new Date(expiresAt) <= now ? 'expired' : 'active'
}

/** A key as the form edits it, with strings only. */
export type KeyFields = {
  name: string
  permissions: string
  expiresOn: string
  allowedNetworks: string
  survivesMember: string
}

export const toKeyFields = (apiKey: ApiKey | null): KeyFields => ({
  name: apiKey?.name ?? '',
  permissions: fromList(apiKey?.permissions ?? []),
  expiresOn: apiKey?.expiresAt?.slice(0, 10) ?? '',
  allowedNetworks: (apiKey?.allowedNetworks ?? []).join('\n'),
  survivesMember: apiKey?.survivesMember ? 'yes' : '',
})

/** Returns the fields that can also be changed later. A key expires at the end of the chosen day, in UTC. */
export const toKeyBody = (fields: KeyFields) => ({
  name: fields.name.trim(),
  permissions: toList(fields.permissions),
  expiresAt: fields.expiresOn === '' ? null : `${fields.expiresOn}T23:59:59.999Z`,
  allowedNetworks: toLines(fields.allowedNetworks),
})

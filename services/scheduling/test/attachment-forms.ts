import * as billing from '@wp/admin-billing/contract'
import type { Salon } from './salon.ts'

/** A PNG with one gray pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

export const form = (bytes: Uint8Array, name = 'before.png', field = 'file'): FormData => {
  const data = new FormData()
  data.append(field, new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return data
}

export const storageUsed = async ({ use }: Pick<Salon, 'use'>): Promise<number> =>
  (await use(billing).getOwnStorage()).body.storage.usedBytes

import type { Id } from '@wp/kernel'
import type { TenantDoc } from '@wp/mongo'

export type TillSessionRecord = {
  register: string
  status: 'open' | 'closed'
  currencyCode: string
  openingFloatMinor: number
  openedBy: Id
  /** Cash payments minus change and cash refunds. */
  cashMinor: number
  closedAt: Date | null
  countedMinor: number | null
  expectedMinor: number | null
}
export type StoredTillSession = TenantDoc<TillSessionRecord>

import type { TenantDoc } from '@wp/mongo'

export type UnitRecord = { labUnitTitle: string; deletedAt: Date | null }
export type StoredUnit = TenantDoc<UnitRecord>

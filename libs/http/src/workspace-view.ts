import type { Id } from '@wp/kernel'

type Interval = { start: string; end: string }
type Weekday = 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday'

/** What every service knows of a workspace: enough for access, times and money. */
export type WorkspaceView = {
  readonly id: Id
  readonly name: string | null
  readonly email: string
  readonly ownerAccountId: Id
  readonly settings: {
    readonly preventOverlap: boolean
    readonly blockHolidays: boolean
    readonly timeZone: string
    readonly currencyCode: string
    readonly locale: string
  }
  readonly workingHours: Record<Weekday, { isOpen: boolean; intervals: Interval[] }> | null
  readonly planId: Id
  /** Null means no end. */
  readonly subscriptionEndDate: Date | null
}

/** Where routes learn whether a workspace exists; null when nobody knows it. */
export type WorkspaceDirectory = { find(workspaceId: Id): Promise<WorkspaceView | null> }

import type { StoredTillSession } from './till-session.types.ts'

/** Returns how much cash should be in the drawer. */
export const toExpectedMinor = ({
  openingFloatMinor,
  cashMinor,
}: Pick<StoredTillSession, 'openingFloatMinor' | 'cashMinor'>): number => openingFloatMinor + cashMinor

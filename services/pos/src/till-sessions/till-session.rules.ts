import type { StoredTillSession } from './till-session.types.ts'

/** Returns how much cash the drawer should hold. */
export const toExpectedMinor = ({
  openingFloatMinor,
  cashMinor,
}: Pick<StoredTillSession, 'openingFloatMinor' | 'cashMinor'>): number => openingFloatMinor + cashMinor

import { AppError } from '@wp/kernel'
import type { StoredTillSession } from './till-session.store.ts'

export const checkOpen = ({ status, register }: Pick<StoredTillSession, 'status' | 'register'>): void => {
  if (status === 'closed')
    throw new AppError(
      'SESSION_CLOSED',
      `The till session of the register "${register}" is closed: open one first`,
      {
        details: [{ path: 'sessionId', message: 'is a closed till session' }],
      },
    )
}

/** What should be in the drawer. */
export const toExpectedMinor = ({
  openingFloatMinor,
  cashMinor,
}: Pick<StoredTillSession, 'openingFloatMinor' | 'cashMinor'>): number => openingFloatMinor + cashMinor

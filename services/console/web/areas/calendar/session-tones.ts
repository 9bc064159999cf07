import type { Session } from '@workspace-platform/client/scheduling'
import type { Tone } from '../../ui/badge.tsx'

export const sessionTones: Record<Session['status'], Tone> = {
  scheduled: 'accent',
  'in-progress': 'warn',
  completed: 'ok',
  cancelled: 'neutral',
}

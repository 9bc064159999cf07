import type { Tone } from '../../ui/badge.tsx'

export const methods = ['GET', 'POST'] as const
export const verifications = ['verified', 'unsigned', 'failed', 'no-secret'] as const

export const verificationTones: Record<(typeof verifications)[number], Tone> = {
  verified: 'ok',
  unsigned: 'neutral',
  failed: 'bad',
  'no-secret': 'warn',
}

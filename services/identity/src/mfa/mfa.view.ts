import { iso } from '@wp/kernel'
import type { Factor } from './factor.store.ts'
import type { Method } from './mfa.contract.ts'

export const toMethod = (factor: Factor): Method => ({
  id: factor.id,
  type: factor.type,
  hint: factor.hint,
  isPrimary: factor.isPrimary,
  confirmedAt: iso(factor.confirmedAt ?? factor.createdAt),
  lastUsedAt: factor.lastUsedAt && iso(factor.lastUsedAt),
})

/** Adds the QR code as a data URL. The library is loaded on first use. */
export const toTotpSetup = async <Setup extends { otpauthUrl: string }>(setup: Setup) => {
  const { toDataURL } = await import('qrcode')
  return { ...setup, qrCode: await toDataURL(setup.otpauthUrl, { errorCorrectionLevel: 'M', margin: 2 }) }
}

import type { Member } from './session.rules.ts'

const storageKey = 'console.member'

/**
 * Remembers who is logged in, without tokens, so that pages open without a connection. Logging out removes
 * it.
 */
export const rememberMember = (member: Member): void =>
  localStorage.setItem(storageKey, JSON.stringify(member))

export const forgetMember = (): void => localStorage.removeItem(storageKey)

export const rememberedMember = (): Member | null => {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Member | null
  } catch {
    return null
  }
}

import type { ComponentType } from 'react'
import { mayAdminister } from '../../app/admin.rules.ts'
import type { AdminRight } from '../../app/admin.rules.ts'
import { UnknownPage } from '../../app/error-pages.tsx'
import { useMember } from '../../app/session.ts'

/** Returns a page that is shown as unknown to everybody without this right. */
export const onlyFor = (right: AdminRight, Screen: ComponentType) => {
  const Guarded = () => (mayAdminister(useMember(), right) ? <Screen /> : <UnknownPage />)
  return Guarded
}

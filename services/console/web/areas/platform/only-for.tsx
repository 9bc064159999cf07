import type { ComponentType } from 'react'
import { mayAdminister } from '../../app/admin.rules.ts'
import type { AdminRight } from '../../app/admin.rules.ts'
import { UnknownPage } from '../../app/error-pages.tsx'
import { useMember } from '../../app/session.ts'

/** Returns a page that appears not to exist for users without this right. */
export const onlyFor = (right: AdminRight, Screen: ComponentType) => {
  const Guarded = () => (mayAdminister(useMember(), right) ? <Screen /> : <UnknownPage />)
  return Guarded
}

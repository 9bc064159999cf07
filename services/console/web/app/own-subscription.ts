import { useQuery } from '@tanstack/react-query'
import { adminBilling } from '@workspace-platform/client/admin-billing'
import { useLanguage } from '../i18n/language.ts'
import { platform } from './session.ts'

const { getOwnSubscription } = platform.use(adminBilling)

/** Returns the workspace's subscription, with the plan's name in the user's language. */
export const useOwnSubscription = (isAllowed = true) => {
  const { language } = useLanguage()
  return useQuery({
    queryKey: ['subscription', language],
    queryFn: () => getOwnSubscription({ query: { locale: language } }),
    select: ({ subscription }) => subscription,
    enabled: isAllowed,
    staleTime: 10 * 60_000,
  })
}

import { useRouter } from '@tanstack/react-router'
import { refreshMember } from '../../app/session.ts'
import { nextPage } from '../../app/session.rules.ts'

/**
 * Returns the function to call after a login: it loads the account and opens the originally requested page.
 */
export const useEnter = (next?: string) => {
  const router = useRouter()
  return async (): Promise<void> => {
    await refreshMember()
    router.history.push(`/console${nextPage(next)}`)
  }
}

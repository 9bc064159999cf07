import { useRouter } from '@tanstack/react-router'
import { refreshMember } from '../../app/session.ts'

/** Returns the function to call after a login: it loads the account and opens the start page. */
export const useEnter = () => {
  const router = useRouter()
  return async (): Promise<void> => {
    await refreshMember()
    router.history.push('/console/')
  }
}

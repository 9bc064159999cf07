import { useText } from '../i18n/language.ts'
import { toProblem } from '../ui/problem.ts'
import { showToast } from '../ui/toast.tsx'
import { isUnreachable, logOut } from './session.ts'

/**
 * Returns the function that logs out. Without the platform, the login would survive in its cookie, so the
 * user stays on the screen, which explains why.
 */
export const useLogOut = (): (() => Promise<void>) => {
  const text = useText()
  return async () => {
    try {
      await logOut()
    } catch (error) {
      showToast(isUnreachable(error) ? text('account.logOutFailed') : toProblem(error, text).message)
    }
  }
}

import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { Login } from './login.form.tsx'
import type { OpenPage } from './login.form.tsx'

const route = getRouteApi('/sign-in/login')

/** The login page of an application that is already open, for example after a logout. */
export const LoginPage = () => {
  const { next } = route.useSearch()
  const { history } = useRouter()
  const open: OpenPage = useCallback(
    async (path, { replace = false } = {}) => history[replace ? 'replace' : 'push'](`/console${path}`),
    [history],
  )
  return <Login next={next} open={open} />
}

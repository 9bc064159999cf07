import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root.route.tsx'
import { toText } from '../../app/search-parameter.rules.ts'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./sign-in.ar.json') : import('./sign-in.en.json')

const layout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'sign-in',
  loader: () => addTexts(loadTexts),
  component: lazyRouteComponent(() => import('./sign-in.layout.tsx'), 'SignInLayout'),
})

type NextPage = { next?: string }
type MailToken = { token?: string }

const readNext = ({ next }: Record<string, unknown>): NextPage => (typeof next === 'string' ? { next } : {})
const readToken = (given: Record<string, unknown>): MailToken => {
  const token = toText(given['token'])
  return token ? { token } : {}
}

const login = createRoute({
  getParentRoute: () => layout,
  path: '/login',
  validateSearch: readNext,
  component: lazyRouteComponent(() => import('./login.page.tsx'), 'LoginPage'),
})

const signup = createRoute({
  getParentRoute: () => layout,
  path: '/signup',
  component: lazyRouteComponent(() => import('./signup.page.tsx'), 'SignupPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => layout,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password.page.tsx'), 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => layout,
  path: '/reset-password',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('./reset-password.page.tsx'), 'ResetPasswordPage'),
})

const acceptInvitation = createRoute({
  getParentRoute: () => layout,
  path: '/accept-invitation',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('./accept-invitation.page.tsx'), 'AcceptInvitationPage'),
})

const verifyEmail = createRoute({
  getParentRoute: () => layout,
  path: '/verify-email',
  validateSearch: readToken,
  component: lazyRouteComponent(() => import('./verify-email.page.tsx'), 'VerifyEmailPage'),
})

/** Pages that need no login: logging in, signing up and the links in mails. */
export const signInRoutes = layout.addChildren([
  login,
  signup,
  forgotPassword,
  resetPassword,
  acceptInvitation,
  verifyEmail,
])

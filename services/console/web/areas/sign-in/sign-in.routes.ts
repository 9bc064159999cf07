import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root.route.tsx'
import { toText } from '../../app/search-parameter.rules.ts'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { loadApiMessages } from '../../ui/api-messages.ts'
import { LoginPage } from './login.page.tsx'
import { SignInLayout } from './sign-in.layout.tsx'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./sign-in.ar.json') : import('./sign-in.en.json')

const addAllTexts = () => addTexts(loadTexts, loadApiMessages)

const loadPages = () => import('./sign-in.pages.ts')

// The login page is the first one for most people, so it and its texts are part of what every page loads.
const layout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'sign-in',
  component: SignInLayout,
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
  // Not awaited: until they are loaded, the page shows the API's own messages.
  loader: () => void addTexts(loadApiMessages).catch(() => undefined),
  component: LoginPage,
})

const signup = createRoute({
  getParentRoute: () => layout,
  path: '/signup',
  loader: addAllTexts,
  component: lazyRouteComponent(loadPages, 'SignupPage'),
})

const forgotPassword = createRoute({
  getParentRoute: () => layout,
  path: '/forgot-password',
  loader: addAllTexts,
  component: lazyRouteComponent(loadPages, 'ForgotPasswordPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => layout,
  path: '/reset-password',
  validateSearch: readToken,
  loader: addAllTexts,
  component: lazyRouteComponent(loadPages, 'ResetPasswordPage'),
})

const acceptInvitation = createRoute({
  getParentRoute: () => layout,
  path: '/accept-invitation',
  validateSearch: readToken,
  loader: addAllTexts,
  component: lazyRouteComponent(loadPages, 'AcceptInvitationPage'),
})

const verifyEmail = createRoute({
  getParentRoute: () => layout,
  path: '/verify-email',
  validateSearch: readToken,
  loader: addAllTexts,
  component: lazyRouteComponent(loadPages, 'VerifyEmailPage'),
})

/** Pages that need no login: logging in, signing up and the links in emails. */
export const signInRoutes = layout.addChildren([
  login,
  signup,
  forgotPassword,
  resetPassword,
  acceptInvitation,
  verifyEmail,
])

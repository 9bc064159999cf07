import type shared from './en.json'
import type shell from '../app/shell.en.json'
import type messages from '../app/messages.en.json'
import type paletteScreens from '../app/palette-screens.en.json'
import type permissions from '../app/permissions.en.json'
import type apiMessages from '../ui/api-messages.en.json'
import type dates from '../ui/dates.en.json'
import type account from '../areas/account/account.en.json'
import type activity from '../areas/activity/activity.en.json'
import type books from '../areas/books/books.en.json'
import type calendar from '../areas/calendar/calendar.en.json'
import type clients from '../areas/clients/clients.en.json'
import type contests from '../areas/contests/contests.en.json'
import type labs from '../areas/labs/labs.en.json'
import type platform from '../areas/platform/platform.en.json'
import type services from '../areas/services/services.en.json'
import type settings from '../areas/settings/settings.en.json'
import type shop from '../areas/shop/shop.en.json'
import type signIn from '../areas/sign-in/sign-in.en.json'
import type staff from '../areas/staff/staff.en.json'
import type tasks from '../areas/tasks/tasks.en.json'
import type till from '../areas/till/till.en.json'
import type today from '../areas/today/today.en.json'

type Key =
  | keyof typeof shared
  | keyof typeof shell
  | keyof typeof messages
  | keyof typeof paletteScreens
  | keyof typeof permissions
  | keyof typeof apiMessages
  | keyof typeof dates
  | keyof typeof account
  | keyof typeof activity
  | keyof typeof books
  | keyof typeof calendar
  | keyof typeof clients
  | keyof typeof contests
  | keyof typeof labs
  | keyof typeof platform
  | keyof typeof services
  | keyof typeof settings
  | keyof typeof shop
  | keyof typeof signIn
  | keyof typeof staff
  | keyof typeof tasks
  | keyof typeof till
  | keyof typeof today

type PluralForm = 'zero' | 'one' | 'two' | 'few' | 'many' | 'other'

type WithoutForm<Name extends string> = Name extends `${infer Base}_${PluralForm}` ? Base : Name

/** The keys of all texts; plural forms count as one key. Each area adds its English texts here. */
export type TextKey = WithoutForm<Key>

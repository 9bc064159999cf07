import { customDomainHeader } from '@wp/http'
import { localDay, parseTimeOfDay, isTimeOfDay } from '@wp/kernel'
import { preferredLanguage, toMissingPage } from '@wp/public-pages'
import { languages, textsFor } from '@wp/texts'
import { toPublicBusiness } from '@wp/workspaces'
import type { SitePath } from '@wp/public-pages'
import type { IncomingHttpHeaders } from 'node:http'
import type { OnlineDeps } from '../online-bookings/online-booking.actions.ts'
import { listOnlineDays } from '../online-bookings/online-slot.actions.ts'
import type { SlotQuery } from '../online-bookings/online-slot.actions.ts'
import { findPage } from '../online-bookings/public-page.actions.ts'
import type { OpenPage } from '../online-bookings/online-booking.view.ts'
import { bookableMonths, chooseDay } from './calendar.view.ts'
import type { Calendar } from './calendar.view.ts'
import { addMonths, clampMonth, firstDayOf, isMonth, lastDayOf, monthOf } from './month.rules.ts'
import { toErrorPage } from './site.view.ts'
import type { Site } from './site.view.ts'

/** A page with its status, or the address to go to. */
export type SitePage<Status extends number = 200 | 404 | 422> = {
  status: Status
  page: string
  allowedOrigins: readonly string[]
}

export type SiteRequest = {
  slug: string
  language: string | undefined
  headers: IncomingHttpHeaders
  here: SitePath
}

/** A booking page that a visitor has opened. */
export type OpenSite = OpenPage & { site: Site }

/** Returns the booking page of a request, also while it is switched off; null when it does not exist. */
export const openSite = async (
  deps: OnlineDeps,
  { slug, language: chosen, headers, here }: SiteRequest,
): Promise<OpenSite | null> => {
  const found = await findPage(deps, slug, headers)
  if (!found) return null
  const { page, workspace } = found
  const isLanguageChosen = chosen !== undefined && languages.includes(chosen)
  const site = {
    base: headers[customDomainHeader] === undefined ? `/book/${page.slug}` : '/book',
    business: toPublicBusiness(workspace),
    timeZone: workspace.settings.timeZone,
    language: isLanguageChosen
      ? chosen
      : (preferredLanguage(headers['accept-language'], languages) ?? workspace.languages[0]!),
    isLanguageChosen,
    here,
  }
  return { ...found, site }
}

export const asPage = <Status extends 200 | 404 | 422>(
  { page: { allowedOrigins } }: OpenPage,
  status: Status,
  page: string,
): SitePage<Status> => ({ status, page, allowedOrigins })

export const notFoundPage = (open: OpenSite): SitePage<404> => {
  const { notFound, notFoundHint } = textsFor(open.site.language).page
  return asPage(open, 404, toErrorPage(open.site, notFound, notFoundHint))
}

/** The month, day and time that a visitor requests; values that are not offered are ignored. */
export type TimeQuery = { month?: string | undefined; day?: string | undefined; time?: string | undefined }

/**
 * Loads the month that a visitor sees, with the chosen day and slot. Without a choice, it is the current month, or the
 * next one when no slot is free in it.
 */
export const loadCalendar = async (
  deps: OnlineDeps,
  { page, workspace }: OpenPage,
  query: Omit<SlotQuery, 'from' | 'to'>,
  { month: askedMonth, day: askedDay, time }: TimeQuery,
): Promise<Calendar> => {
  const today = localDay(deps.clock.now(), workspace.settings.timeZone)
  const range = bookableMonths(today, page.horizonDays)
  const asked = isMonth(askedMonth) ? askedMonth : isMonth(askedDay?.slice(0, 7)) ? monthOf(askedDay!) : null
  const first = clampMonth(
    asked ?? range.firstMonth,
    firstDayOf(range.firstMonth),
    firstDayOf(range.lastMonth),
  )
  const load = async (month: string) => {
    const days = await listOnlineDays(deps, workspace, page, {
      ...query,
      from: firstDayOf(month),
      to: lastDayOf(month),
    })
    return { month, days, day: chooseDay(days, askedDay) }
  }
  const shown = await load(first)
  const isEmpty = asked === null && shown.day === null && first < range.lastMonth
  const { month, days, day } = isEmpty ? await load(addMonths(first, 1)) : shown
  const start = isTimeOfDay(time) && day === askedDay ? parseTimeOfDay(time) : null
  const slots = days.find(({ date }) => date === day)?.slots ?? []
  const isFree = slots.some((slot) => slot.start === start && slot.isFree)
  return { month, day, start: isFree ? start : null, days, ...range }
}

/** Shown when the booking page does not exist or is switched off. */
export const noSite: SitePage<404> = {
  status: 404,
  page: toMissingPage('No booking page here', 'There is no booking page at this address'),
  allowedOrigins: [],
}

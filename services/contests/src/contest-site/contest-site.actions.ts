import { isServedOn } from '@wp/http'
import { AppError, hasEnded, isId, newSecret } from '@wp/kernel'
import { addressOf, preferredLanguage, toMissingPage } from '@wp/public-pages'
import { languages } from '@wp/texts'
import { toPublicBusiness } from '@wp/workspaces'
import type { SitePath } from '@wp/public-pages'
import type { IncomingHttpHeaders } from 'node:http'
import { getAttempt } from '../attempts/attempt.actions.ts'
import { toPublicRow } from '../attempts/attempt.view.ts'
import type { AttemptWithQuestions } from '../attempts/attempt.view.ts'
import type { StoredContest } from '../contests/contest.store.ts'
import type { ContestsDeps, ContestsWorkspace } from '../deps.ts'
import { attemptCookie, isSettled, positionOf, readAttemptCookie } from './contest-site.rules.ts'
import type { StartForm } from './contest-site.rules.ts'
import type { Leaderboard } from './leaderboard.view.ts'
import { toOverviewPage } from './overview.view.ts'
import { toResultPage, toSheetPage } from './sheet.view.ts'
import type { Site } from './site.view.ts'

export type SitePage<Status extends number> = { status: Status; page: string }
export type Redirect = { status: 303; location: string }

export type SiteRequest = {
  contestId: string
  language: string | undefined
  headers: IncomingHttpHeaders
  cookies: Readonly<Record<string, string>>
  here: SitePath
}

/** A contest whose pages a visitor has opened, and the visitor's own attempt. */
export type OpenContest = {
  site: Site
  contest: StoredContest
  workspace: ContestsWorkspace
  own: (AttemptWithQuestions & { token: string }) | null
}

const leaderboardSize = 50

/** Returns a contest that has pages; null for a draft, and on the domain of another workspace. */
export const findContest = async (
  { contests, workspaces }: Pick<ContestsDeps, 'contests' | 'workspaces'>,
  contestId: string,
  headers: IncomingHttpHeaders,
): Promise<Pick<OpenContest, 'contest' | 'workspace'> | null> => {
  const contest = isId(contestId) ? await contests.findPublic(contestId) : null
  if (!contest || !isServedOn(headers, contest.workspaceId)) return null
  const workspace = await workspaces.find(contest.workspaceId)
  return workspace && { contest, workspace }
}

/** Returns the contest of a request with the visitor's attempt; null for a contest without pages. */
export const openContest = async (
  deps: ContestsDeps,
  { contestId, language: chosen, headers, cookies, here }: SiteRequest,
): Promise<OpenContest | null> => {
  const found = await findContest(deps, contestId, headers)
  if (!found) return null
  const { contest, workspace } = found
  const isLanguageChosen = chosen !== undefined && languages.includes(chosen)
  const site = {
    base: `/contests/${contest.id}`,
    business: toPublicBusiness(workspace),
    timeZone: workspace.settings.timeZone,
    language: isLanguageChosen
      ? chosen
      : (preferredLanguage(headers['accept-language'], languages) ?? workspace.languages[0]!),
    isLanguageChosen,
    here,
  }
  return { site, ...found, own: await findOwnAttempt(deps, contest, cookies) }
}

/** Returns the attempt of the visitor's cookie; null when it was deleted. */
const findOwnAttempt = async (
  deps: ContestsDeps,
  contest: StoredContest,
  cookies: SiteRequest['cookies'],
): Promise<OpenContest['own']> => {
  const cookie = readAttemptCookie(cookies[attemptCookie])
  if (!cookie) return null
  try {
    const opened = await getAttempt(deps, cookie.id, cookie.token)
    return opened.attempt.contestId === contest.id ? { ...opened, token: cookie.token } : null
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

/** Shows the contest. `rejected` is the submitted form and the reason for its rejection. */
export const showContest = async (
  deps: ContestsDeps,
  { site, contest, workspace, own }: OpenContest,
  rejected: { form: StartForm; error: string } | null = null,
): Promise<string> => {
  const now = deps.clock.now()
  return toOverviewPage(site, {
    contest,
    now,
    own: own?.attempt.status ?? null,
    isAccepting: !hasEnded(workspace.subscriptionEndDate, now),
    leaderboard: await loadLeaderboard(deps, contest, own),
    form: rejected?.form ?? { key: newSecret(), name: '', email: '', phone: '' },
    error: rejected?.error ?? null,
  })
}

/** Shows a question of the visitor's attempt, or its result. */
export const showAttempt = async (
  deps: ContestsDeps,
  { site, contest, own }: OpenContest,
  choice: string | undefined,
): Promise<SitePage<200> | Redirect> => {
  if (!own) return { status: 303, location: addressOf(site, { path: '' }) }
  const sheet = { ...own, title: contest.title, now: deps.clock.now() }
  if (own.attempt.status === 'submitted')
    return { status: 200, page: toResultPage(site, sheet, await loadLeaderboard(deps, contest, own)) }
  return {
    status: 200,
    page: toSheetPage(site, sheet, positionOf(choice, own.questions, own.attempt.answers)),
  }
}

/** Loads the leaderboard with the visitor's own place; null when the owner does not publish it. */
const loadLeaderboard = async (
  { attempts, clock }: ContestsDeps,
  contest: StoredContest,
  own: OpenContest['own'],
): Promise<Leaderboard | null> => {
  if (!contest.publicLeaderboard) return null
  const { workspaceId, id } = contest
  const { items, pagination } = await attempts.listBest(workspaceId, id, { page: 1, limit: leaderboardSize })
  const rows = items.map((item, at) => toPublicRow(item, at + 1))
  return {
    rows,
    total: 'total' in pagination ? pagination.total : rows.length,
    own: await findOwnRow(attempts, rows, own),
    isFinal: isSettled(contest, clock.now()),
  }
}

const findOwnRow = async (
  attempts: ContestsDeps['attempts'],
  rows: Leaderboard['rows'],
  own: OpenContest['own'],
): Promise<Leaderboard['own']> => {
  if (own?.attempt.status !== 'submitted') return null
  const { attempt } = own
  const listed = rows.find(({ attemptId }) => attemptId === attempt.id)
  return listed ?? toPublicRow(attempt, (await attempts.countAhead(attempt.workspaceId, attempt)) + 1)
}

/** Shown when the contest does not exist or is a draft. */
export const noContest: SitePage<404> = {
  status: 404,
  page: toMissingPage('No contest here', 'There is no contest at this address'),
}

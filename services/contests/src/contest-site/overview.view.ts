import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { addressOf, instantOn, zoneNote } from '@wp/public-pages'
import { fillText, textsFor } from '@wp/texts'
import type { StoredContest } from '../contests/contest.store.ts'
import { phaseOf } from './contest-site.rules.ts'
import type { StartForm } from './contest-site.rules.ts'
import { toLeaderboard } from './leaderboard.view.ts'
import type { Leaderboard } from './leaderboard.view.ts'
import { toClock, toPage } from './site.view.ts'
import type { Site } from './site.view.ts'

type Overview = {
  contest: StoredContest
  now: Date
  /** The state of the visitor's own attempt; null without one. */
  own: 'in-progress' | 'submitted' | null
  /** False while the workspace accepts no participants. */
  isAccepting: boolean
  /** Null when the owner does not publish it. */
  leaderboard: Leaderboard | null
  /** The visitor's input, and why it was rejected. */
  form: StartForm
  error: string | null
}

const longestDescription = 160

/** Renders the page of a contest: its description, time limit, participation form and leaderboard. */
export const toOverviewPage = (site: Site, overview: Overview): string => {
  const { contest, leaderboard, error } = overview
  const texts = textsFor(site.language).contest
  const title = error === null ? contest.title : `${texts.notStarted} • ${contest.title}`
  const description = (contest.description ?? contest.title).replaceAll(/\s+/g, ' ').trim()
  return toPage(
    site,
    { title, description: error === null ? description.slice(0, longestDescription) : null },
    html`${toHero(site, overview)}
      <div class="columns${leaderboard === null && ' single'}">
        <div class="stack">
          ${contest.description && html`<p class="description" dir="auto">${contest.description}</p>`}
          ${toFacts(site, overview)} ${toParticipation(site, overview)}
        </div>
        ${leaderboard && html`<div>${toLeaderboard(site, leaderboard)}</div>`}
      </div>`,
  )
}

const toHero = (site: Site, { contest, now }: Overview): Html => {
  const texts = textsFor(site.language).contest
  const phase = phaseOf(contest, now)
  return html`<div class="hero ${phase}">
    <div class="stack">
      <p><span class="badge">${texts[phase]}</span></p>
      <h1 dir="auto">${contest.title}</h1>
    </div>
    ${phase === 'upcoming' && toClock(site, texts.startsIn, contest.startsAt.getTime() - now.getTime())}
    ${phase === 'open' && toClock(site, texts.endsIn, contest.endsAt.getTime() - now.getTime())}
  </div>`
}

const toFacts = (site: Site, { contest, now }: Overview): Html => {
  const texts = textsFor(site.language).contest
  const { startsAt, endsAt, durationMinutes, questions } = contest
  const fact = (term: string, value: string) =>
    html`<div>
      <dt>${term}</dt>
      <dd><bdi>${value}</bdi></dd>
    </div> `
  const limit = durationMinutes?.toLocaleString(site.language)
  return html`<div class="stack tight">
    <dl>
      ${fact(texts.starts, instantOn(site, startsAt))} ${fact(texts.ends, instantOn(site, endsAt))}
      ${fact(texts.questions, questions.length.toLocaleString(site.language))}
      ${limit && fact(texts.timeLimit, fillText(texts.limitMinutes, { count: limit }))}
    </dl>
    <p class="quiet small">${zoneNote(site, now)}</p>
  </div>`
}

/** Shows the visitor's available actions. */
const toParticipation = (site: Site, overview: Overview): Html => {
  const { contest, now, own, isAccepting } = overview
  const texts = textsFor(site.language).contest
  const phase = phaseOf(contest, now)
  if (own === 'in-progress')
    return toOwnAttempt(site, texts.startedTitle, texts.startedHint, texts.continue, null)
  const form = phase === 'open' && isAccepting ? toStartForm(site, overview) : null
  if (own === 'submitted')
    return toOwnAttempt(
      site,
      texts.doneTitle,
      null,
      texts.seeResult,
      form &&
        html`<details ${overview.error !== null && html`open`}>
          <summary>${texts.another}</summary>
          ${form}
        </details>`,
    )
  if (form)
    return html`<section class="card stack" aria-labelledby="take-part">
      <h2 id="take-part">${texts.takePart}</h2>
      ${form}
    </section>`
  const notes = { upcoming: texts.opensLater, open: texts.closed, over: texts.hasEnded }
  return html`<p class="card">${notes[phase]}</p>`
}

const toOwnAttempt = (
  site: Site,
  title: string,
  hint: string | null,
  action: string,
  more: Html | null,
): Html =>
  html`<section class="card stack" aria-labelledby="own">
    <h2 id="own">${title}</h2>
    ${hint && html`<p>${hint}</p>`}
    <p><a class="button" href="${addressOf(site, { path: '/attempt' })}">${action}</a></p>
    ${more}
  </section>`

const toStartForm = (site: Site, { contest, form, error }: Overview): Html => {
  const texts = textsFor(site.language).contest
  return html`<form class="fields" method="post" action="${addressOf(site, { path: '/attempts' })}">
    ${error !== null && html`<p class="alert" role="alert">${error}</p>`}
    <input type="hidden" name="key" value="${form.key}" />
    <label
      >${texts.name}<input name="name" value="${form.name}" autocomplete="name" maxlength="200" required
    /></label>
    <label
      >${texts.email}<input
        name="email"
        type="email"
        dir="ltr"
        value="${form.email}"
        autocomplete="email"
        maxlength="254"
    /></label>
    <label
      >${texts.phone}<input
        name="phone"
        type="tel"
        dir="ltr"
        value="${form.phone}"
        autocomplete="tel"
        maxlength="40"
    /></label>
    <p class="quiet small">${texts.contactHint}</p>
    ${contest.publicLeaderboard && html`<p class="quiet small">${texts.nameShown}</p>`}
    ${contest.durationMinutes !== null && html`<p class="quiet small">${texts.startHint}</p>`}
    <p><button class="button">${texts.start}</button></p>
  </form>`
}

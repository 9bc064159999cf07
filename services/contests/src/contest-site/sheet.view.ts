import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { addressOf, instantOn } from '@wp/public-pages'
import { fillText, textsFor } from '@wp/texts'
import type { SheetQuestion } from '../attempts/attempt.rules.ts'
import type { AttemptWithQuestions } from '../attempts/attempt.view.ts'
import type { Position } from './contest-site.rules.ts'
import { toLeaderboard } from './leaderboard.view.ts'
import type { Leaderboard } from './leaderboard.view.ts'
import { anyDirection, toClock, toPage } from './site.view.ts'
import type { Site } from './site.view.ts'

/** An attempt as its participant sees it. */
type Sheet = AttemptWithQuestions & { title: string; now: Date }

/** How many unanswered questions the review links to. */
const maxLinks = 50

/** Renders one question of an open attempt, or the review before it is submitted. */
export const toSheetPage = (site: Site, sheet: Sheet, position: Position): string => {
  const { attempt, questions, title, now } = sheet
  const texts = textsFor(site.language).contest
  const total = questions.length
  const answered = questions.filter(({ id }) => attempt.answers[id] !== undefined).length
  const counts = (values: Record<string, number>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, value.toLocaleString(site.language)]),
    )
  const heading =
    position === 'review'
      ? texts.reviewTitle
      : fillText(texts.question, counts({ number: position + 1, total }))
  return toPage(
    site,
    { title: `${heading} • ${title}`, description: null },
    html`<div class="narrow stack">
      <div class="bar">
        <p class="quiet">${anyDirection(title)}</p>
        ${toClock(site, texts.timeLeft, attempt.deadline.getTime() - now.getTime())}
      </div>
      <div class="stack tight">
        <progress
          max="${total}"
          value="${answered}"
          aria-label="${fillText(texts.answered, counts({ count: answered, total }))}"
        ></progress>
        <p class="quiet small">${fillText(texts.answered, counts({ count: answered, total }))}</p>
      </div>
      ${
        position === 'review'
          ? toReview(site, sheet)
          : toQuestion(site, sheet, position, questions[position]!, heading)
      }
    </div>`,
  )
}

const toQuestion = (
  site: Site,
  { attempt, questions }: Sheet,
  position: number,
  question: SheetQuestion,
  heading: string,
): Html => {
  const texts = textsFor(site.language).contest
  const isLast = position === questions.length - 1
  const selected = attempt.answers[question.id]
  return html`<form
    class="card stack"
    method="post"
    action="${addressOf(site, { path: '/attempt/answers' })}"
    data-answer
    data-saved="${texts.saved}"
    data-failed="${texts.notSaved}"
  >
    <input type="hidden" name="questionId" value="${question.id}" />
    <fieldset>
      <legend>
        <span class="quiet small">${heading}</span>
        <span class="asked" dir="auto" role="heading" aria-level="1">${question.text}</span>
      </legend>
      <p class="quiet small">${texts.choose}</p>
      ${question.options.map(
        ({ id, label }) =>
          html`<label class="choice"
            ><input type="radio" name="optionId" value="${id}" ${id === selected && html`checked`} /><span
              dir="auto"
              >${label}</span
            ></label
          > `,
      )}
    </fieldset>
    <p class="small quiet" role="status" id="saved"></p>
    <div class="buttons">
      <button class="button" name="next" value="${isLast ? 'review' : position + 2}">
        ${isLast ? texts.review : texts.next}
      </button>
      ${
        position > 0 &&
        html`<button class="button plain" name="next" value="${position}">${texts.previous}</button>`
      }
      ${!isLast && html`<button class="link" name="next" value="review">${texts.review}</button>`}
    </div>
  </form>`
}

const toReview = (site: Site, { attempt, questions }: Sheet): Html => {
  const texts = textsFor(site.language).contest
  const open = questions.flatMap(({ id }, at) => (attempt.answers[id] === undefined ? [at + 1] : []))
  const linkTo = (question: number) =>
    addressOf(site, { path: '/attempt', query: { question: String(question) } })
  return html`<section class="card stack" aria-labelledby="review">
    <h1 id="review">${texts.reviewTitle}</h1>
    ${
      open.length === 0
        ? html`<p>${texts.allAnswered}</p>`
        : html`<div class="stack tight">
            <p>${texts.unanswered}</p>
            <ul class="numbers">
              ${open.slice(0, maxLinks).map(
                (number) =>
                  html`<li>
                    <a
                      href="${linkTo(number)}"
                      aria-label="${fillText(texts.goTo, { number: number.toLocaleString(site.language) })}"
                      >${number.toLocaleString(site.language)}</a
                    >
                  </li> `,
              )}
              ${open.length > maxLinks && html`<li aria-hidden="true">…</li>`}
            </ul>
          </div>`
    }
    <form class="stack" method="post" action="${addressOf(site, { path: '/attempt/submit' })}">
      <p class="quiet small">${texts.submitHint}</p>
      <div class="buttons">
        <button class="button">${texts.submit}</button>
        <a class="button plain" href="${linkTo(open[0] ?? 1)}">${texts.backToQuestions}</a>
      </div>
    </form>
  </section>`
}

/** Renders the result of a submitted attempt. It never shows which answers were right. */
export const toResultPage = (
  site: Site,
  { attempt, title }: Sheet,
  leaderboard: Leaderboard | null,
): string => {
  const texts = textsFor(site.language).contest
  const number = (value: number | null) => (value ?? 0).toLocaleString(site.language)
  const points = fillText(texts.points, { score: number(attempt.score), max: number(attempt.maxScore) })
  return toPage(
    site,
    { title: `${texts.resultTitle} • ${title}`, description: null },
    html`<div class="columns${leaderboard === null && ' single'} result">
      <section class="card stack" aria-labelledby="result">
        <p class="quiet">${anyDirection(title)}</p>
        <h1 id="result">${texts.resultTitle}</h1>
        <p class="score">${points}</p>
        <p>${fillText(texts.thanks, { name: attempt.name })}</p>
        <p class="quiet small">
          ${fillText(texts.submittedAt, { time: instantOn(site, attempt.submittedAt!) })}
        </p>
        <p><a href="${addressOf(site, { path: '' })}">${texts.backToContest}</a></p>
      </section>
      ${leaderboard && html`<div>${toLeaderboard(site, leaderboard)}</div>`}
    </div>`,
  )
}

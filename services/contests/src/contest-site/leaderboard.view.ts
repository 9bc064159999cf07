import { html } from '@wp/http'
import type { Html } from '@wp/http'
import { hashSecret } from '@wp/kernel'
import { fillText, textsFor } from '@wp/texts'
import { addressOf } from '@wp/public-pages'
import type { PublicLeaderboardRow } from '../attempts/attempt.contract.ts'
import { anyDirection } from './site.view.ts'
import type { Site } from './site.view.ts'

export type Leaderboard = {
  rows: readonly PublicLeaderboardRow[]
  /** The number of submitted attempts. */
  total: number
  /** The visitor's own place; null without a submitted attempt. */
  own: PublicLeaderboardRow | null
  isFinal: boolean
}

/** The longest interval at which visitors poll for changes, in seconds. */
const longestWait = 10

/**
 * Renders the leaderboard, which the script keeps up to date; screen readers announce the leader in `#news`.
 */
export const toLeaderboard = (site: Site, board: Leaderboard): Html => {
  const { rows, total, own, isFinal } = board
  const texts = textsFor(site.language).contest
  const [leader] = rows
  const version = hashSecret(JSON.stringify([rows, total, own, isFinal])).slice(0, 16)
  const news = leader
    ? fillText(texts.leads, { name: leader.name, score: leader.score.toLocaleString(site.language) })
    : ''
  return html`<p class="hidden" id="news" role="status"></p>
    <section
      class="card board"
      aria-labelledby="board"
      data-live="${version}"
      data-longest="${longestWait}"
      data-news="${news}"
      ${isFinal && html`data-final`}
    >
      <h2 id="board">${texts.leaderboard}</h2>
      ${
        own &&
        html`<p class="rank">
          ${fillText(texts.rank, {
            rank: own.rank.toLocaleString(site.language),
            total: total.toLocaleString(site.language),
          })}
        </p>`
      }
      ${rows.length > 0 ? toTable(site, board) : html`<p class="quiet">${texts.noResults}</p>`}
      ${
        total > rows.length &&
        html`<p class="quiet small">
          ${fillText(texts.firstOnly, { count: rows.length.toLocaleString(site.language) })}
        </p>`
      }
      ${
        !isFinal &&
        html`<noscript
            ><p><a href="${addressOf(site, site.here)}">${texts.refresh}</a></p></noscript
          >
          <p class="quiet small scripted">${texts.updates}</p>`
      }
    </section>`
}

const toTable = ({ language }: Site, { rows, own }: Leaderboard): Html => {
  const texts = textsFor(language).contest
  const isOutside = own !== null && !rows.some(({ attemptId }) => attemptId === own.attemptId)
  const shown = isOutside ? [...rows, own] : rows
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${texts.place}</th>
        <th scope="col">${texts.participant}</th>
        <th scope="col">${texts.pointsShort}</th>
      </tr>
    </thead>
    <tbody>
      ${shown.map(
        ({ attemptId, rank, name, score }) =>
          html`<tr ${attemptId === own?.attemptId && html`class="own"`}>
            <td><span class="place">${rank.toLocaleString(language)}</span></td>
            <th scope="row">
              ${anyDirection(name)}${
                attemptId === own?.attemptId && html` <span class="badge">${texts.you}</span>`
              }
            </th>
            <td>${score.toLocaleString(language)}</td>
          </tr> `,
      )}
    </tbody>
  </table>`
}

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '@wp/gateway/documents'

const ambiguous = 'no-ambiguous-paths'
const noSuccess = 'operation-2xx-response'

/**
 * Accepted findings with their reasons. Paths are ambiguous only for tools: a fixed segment wins over a
 * parameter, which is an id and never equals it, or a slug for which the segment is reserved. Form
 * submissions reply with a redirect, which the rule does not count as success.
 */
const accepted: [rule: string, path: string, reason: string][] = [
  [ambiguous, '/public/booking/{slug}/bookings', '`bookings` is a reserved slug'],
  [ambiguous, '/public/booking/{slug}/slots', '`bookings` is a reserved slug'],
  [ambiguous, '/public/contests/{contestId}/attempts', 'contest ids are hexadecimal'],
  [ambiguous, '/public/contests/{contestId}/leaderboard', 'contest ids are hexadecimal'],
  [ambiguous, '/workspace/{workspaceId}/sessions/{sessionId}/attachments', 'session ids are hexadecimal'],
  [ambiguous, '/workspace/{workspaceId}/sessions/{sessionId}/invoice', 'session ids are hexadecimal'],
  [ambiguous, '/workspace/{workspaceId}/sessions/{sessionId}/notes', 'session ids are hexadecimal'],
  [ambiguous, '/workspace/{workspaceId}/sessions/{sessionId}/questions', 'session ids are hexadecimal'],
  [ambiguous, '/workspace/{workspaceId}/sessions/{sessionId}/status', 'session ids are hexadecimal'],
  [ambiguous, '/workspace/{workspaceId}/staff/{staffId}/calendar-feed', 'staff ids are hexadecimal'],
  [ambiguous, '/workspace/{workspaceId}/staff/{staffId}/invite', 'staff ids are hexadecimal'],
  [noSuccess, '/book/{slug}/bookings', 'a form without scripts redirects to its result'],
  [noSuccess, '/book/{slug}/bookings/{bookingId}/cancel', 'a form without scripts redirects to its result'],
  [noSuccess, '/book/{slug}/bookings/{bookingId}/confirm-contact', 'the form redirects to its result'],
  [noSuccess, '/book/{slug}/bookings/{bookingId}/reschedule', 'the form redirects to its result'],
  [noSuccess, '/contests/{contestId}/attempt/answers', 'the form redirects to the next question'],
  [noSuccess, '/contests/{contestId}/attempt/submit', 'the form redirects to the result'],
  [noSuccess, '/contests/{contestId}/attempts', 'the form redirects to the first question'],
  [noSuccess, '/shop/{slug}/cart', 'a form without scripts redirects to the cart'],
  [noSuccess, '/shop/{slug}/orders', 'a form without scripts redirects to the order'],
]

const pathOf = (pointer = ''): string => (pointer.split('/')[2] ?? '').replaceAll('~1', '/')

describe('the OpenAPI document', () => {
  it("follows redocly's recommended rules, except for the listed findings", async () => {
    const config = await createConfig({ extends: ['recommended'] })
    const source = JSON.stringify(await openApiDocument())
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    const found = problems.map(({ ruleId, location }) => `${ruleId} ${pathOf(location[0]?.pointer)}`)
    expect(found.toSorted()).toEqual(accepted.map(([rule, path]) => `${rule} ${path}`).toSorted())
  })
})

import { idempotencyOf } from '@wp/http'
import { allRoutes } from '@wp/gateway/contracts'
import { describe, expect, it } from 'vitest'

const posts = (await allRoutes()).map(({ route }) => route).filter(({ method }) => method === 'POST')

/** POST routes that take no Idempotency-Key, by reason. */
const exceptions: Record<string, string[]> = {
  'a repeated signup is rejected, and its reply contains tokens': ['signup', 'createWorkspace'],
  'every login is a new one, and its reply contains tokens': [
    'adminLogin',
    'acceptInvitation',
    'login',
    'refresh',
    'reauthenticate',
    'verifyAdminLogin',
    'verifyLogin',
  ],
  'each call replaces what the one before created': [
    'generateBackupCodes',
    'inviteStaff',
    'regenerateBackupCodes',
    'sendLoginCode',
    'setUpAdminTotp',
    'setUpTotp',
    'startPhone',
  ],
  'a token or code can be used only once': [
    'confirmAdminTotp',
    'confirmTotp',
    'resetPassword',
    'verifyEmail',
    'verifyPhone',
  ],
  'sends a message, limited by address and recipient': ['forgetPassword', 'sendVerification'],
  'sets a state, so that a repetition changes nothing or is rejected': [
    'changePassword',
    'closeTillSession',
    'completeTest',
    'deactivateAnalysis',
    'deactivateLabUnit',
    'logout',
    'pauseRecurringExpenseRule',
    'restoreAnalysis',
    'restoreLabUnit',
    'resumeRecurringExpenseRule',
    'setSessionStatus',
    'skipRecurringExpenseOccurrence',
    'submitAttempt',
    'verifyDomain',
  ],
  'creates only what is missing': ['seedTestSamples'],
  'computes a reply and stores nothing for the caller': ['evaluateDesignResult', 'interpretResult'],
  'consumers skip events that they have already handled': ['redriveDeadLetter'],
  'the sender decides: every request is recorded': ['receiveWebhook'],
  'has its own protection: webhook-id and sequence': ['updateJobProgress'],
  'has its own protection: a hidden field of the form': ['createShopOrder'],
}

describe('Idempotency-Key', () => {
  it('is accepted by every POST route except those listed with a reason', () => {
    const without = posts.filter((route) => idempotencyOf(route) === 'none').map(({ id }) => id)
    expect(without.toSorted()).toEqual(Object.values(exceptions).flat().toSorted())
  })

  it('is accepted by every POST route that answers 201, except signup', () => {
    const creating = posts.filter(({ replies }) => 201 in replies)
    expect(creating.length).toBeGreaterThan(30)
    expect(creating.filter((route) => idempotencyOf(route) === 'none').map(({ id }) => id)).toEqual([
      'signup',
      'createWorkspace',
    ])
  })

  it.each(
    posts.filter((route) => idempotencyOf(route) !== 'none').map((route) => [route.id, route] as const),
  )('%s declares the statuses of a key that is malformed, in use or already used', (_, { fails }) => {
    expect(fails).toEqual(expect.arrayContaining([409, 422]))
  })
})

import { openBus } from '@wp/bus'
import * as identity from '@wp/identity/contract'
import { newId, systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { adminApi, eventually, platform } from '@wp/testing'
import { expect } from 'vitest'
import { logIn } from './console.ts'
import type { ConsolePage } from './console.ts'

/** Opens a page of the platform area as the first admin. */
export const openAsAdmin = async (
  console: ConsolePage,
  path: string,
  person: { email: string; password: string } = platform().admin,
): Promise<void> => {
  const { page, text, url } = console
  await page.goto(url(path))
  await page.getByText(text('signIn.adminText')).waitFor()
  await logIn(console, person)
  await page.getByRole('navigation').first().waitFor()
}

/** Adds an audit entry of a workspace that identity failed to handle. The action and reason identify it. */
export const newDeadLetter = async (workspaceId: string, action: string, reason: string) => {
  const bus = await openBus({
    url: platform().natsUrl,
    service: 'tests',
    clock: systemClock,
    logger: createLogger({ service: 'tests', level: 'silent' }),
    metrics: createMetrics('tests'),
  })
  const root = await adminApi(identity)
  await root.listDeadLetters()
  const event = {
    id: newId(),
    type: 'wp.pos.audit.recorded.v1',
    time: new Date().toISOString(),
    workspaceId,
    requestId: null,
    traceparent: null,
    data: { actorId: null, actorKind: 'owner', targetType: 'till', targetId: 'till-1', action },
  }
  bus.publishCore('wp-dead-letter.identity.on-audit-recorded', {
    service: 'identity',
    consumer: 'on-audit-recorded',
    event,
    reason,
    tries: 5,
    failedAt: new Date().toISOString(),
  })
  await eventually(async () => {
    const { deadLetters } = (await root.listDeadLetters({ query: { limit: 100, service: 'identity' } })).body
    expect(deadLetters.map(({ eventId }) => eventId)).toContain(event.id)
  })
  await bus.close()
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPlatform } from '@wp/local-platform'
import { startOtlpReceiver, type ReceivedSpan } from '@wp/telemetry/test/otlp-receiver'
import { eventually } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'

const startTraced = async () => {
  const receiver = await startOtlpReceiver()
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-traces-'))
  const platform = await startPlatform({
    dataDir,
    services: ['identity', 'admin-billing', 'gateway'],
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.endpoint, PASSWORD_HASH_MEMORY_KIB: '64' },
  })
  onTestFinished(async () => {
    await platform.stop()
    receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { receiver, gatewayUrl: platform.gatewayUrl }
}

const signUp = async (gatewayUrl: string, traceparent: string): Promise<void> => {
  const { plans } = (await (await fetch(`${gatewayUrl}/v1/public/plans`)).json()) as {
    plans: { id: string }[]
  }
  const reply = await fetch(`${gatewayUrl}/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent },
    body: JSON.stringify({
      email: 'owner@shop.example',
      password: 'correct-horse-1',
      phone: '+14155550123',
      planId: plans[0]!.id,
      businessCategorySlug: 'retail',
    }),
  })
  expect(reply.status).toBe(201)
}

/** Returns the path from a span to the root of the trace, each span as "service: name". */
const ancestryOf = (span: ReceivedSpan | undefined, spans: readonly ReceivedSpan[]): string[] =>
  span
    ? [
        `${span.service}: ${span.name}`,
        ...ancestryOf(
          spans.find(({ spanId }) => spanId === span.parentSpanId),
          spans,
        ),
      ]
    : []

describe('a trace', () => {
  it("follows a signup from the caller through the gateway, services and an event to the consumer's database", async () => {
    const { receiver, gatewayUrl } = await startTraced()
    const traceId = '0af7651916cd43dd8448eb211c80319c'
    await signUp(gatewayUrl, `00-${traceId}-b7ad6b7169203331-01`)
    const spans = () => receiver.spans().filter((span) => span.traceId === traceId)

    const ways = () => spans().map((span) => ancestryOf(span, spans()))
    const signup = ['identity: POST /signup', 'gateway: POST signup']
    const method = '/wp.admin_billing.v1.AdminBillingService/GetActivePlan'
    const created = 'wp.identity.workspace.created.v1'
    await eventually(() => {
      expect(ways()).toContainEqual([
        'admin-billing: findOne plans',
        `admin-billing: ${method}`,
        `identity: ${method}`,
        ...signup,
      ])
      expect(ways()).toContainEqual([
        'admin-billing: insert subscriptions',
        `admin-billing: handle ${created}`,
        `identity: publish ${created}`,
        ...signup,
      ])
    })
    const entry = spans().find(({ service }) => service === 'gateway')
    expect(entry).toMatchObject({ kind: 2, parentSpanId: 'b7ad6b7169203331' })
  })
})

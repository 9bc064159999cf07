import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alertsOfCharts, startScene, type Scene } from './scene.ts'
import { frozenIdentity, frozenNats, others, sendRequests, slowIdentity } from './situations.ts'

const situations = [slowIdentity, frozenIdentity, ...others, frozenNats]
const rows = situations.flatMap(({ breaks, ends, alerts }) =>
  alerts.map((alert) => ({ alert, breaks, ends })),
)

describe('the table of situations', () => {
  it('contains every alert of the charts', () => {
    expect(new Set(rows.map(({ alert }) => alert.split(' ')[0]))).toEqual(new Set(alertsOfCharts))
  })
})

describe('an alert', () => {
  let scene: Scene
  let firedBefore: string[] = []

  /** Breaks many things concurrently, so that alerts that would take hours fire within minutes. */
  const breakAll = async (): Promise<void> => {
    const stopRequests = sendRequests(scene)
    const started = Promise.all(others.map((situation) => situation.start(scene)))
    const mendSlow = await slowIdentity.start(scene)
    await scene.waitForAlerts(slowIdentity.alerts)
    await mendSlow()
    const thaw = await frozenIdentity.start(scene)
    await started
    await scene.waitForAlerts([...frozenIdentity.alerts, ...others.flatMap(({ alerts }) => alerts)])
    await thaw()
    for (const mend of await started) await mend()
    await stopRequests()
  }

  beforeAll(async () => {
    scene = await startScene()
    await scene.waitForVerdict()
    firedBefore = scene.fired()
    await breakAll()
    const thaw = await frozenNats.start(scene)
    await scene.waitForAlerts(frozenNats.alerts)
    await thaw()
    await scene.waitForSilence()
  })

  afterAll(() => scene?.stop())

  it('does not fire on a healthy platform', () => {
    expect(firedBefore).toEqual([])
  })

  it.each(rows)('fires as $alert when $breaks, and resolves when $ends', async ({ alert }) => {
    expect(scene.fired()).toContain(alert)
    expect(await scene.prometheus.listFiring()).not.toContain(alert)
  })
})

// G13: the cost of listing a day, checking availability and booking must not grow with the number of sessions. Each
// day has 20 sessions.
import type { BenchRequest } from './measure.ts'
import { benchBySize, get, requestCount, signUp } from './parts/by-size.ts'
import { dayOfSession, newScene } from './scheduling.scene.ts'

await benchBySize({
  service: 'scheduling',
  title: 'Scheduling by number of sessions',
  noun: 'sessions',
  sizes: [1_000, 100_000],
  peers: ['identity', 'admin-billing'],
  prepare: async (platform) => {
    const { token, workspaceId } = await signUp(platform)
    const scene = newScene(workspaceId)
    process.env['BENCH_SCENE'] = JSON.stringify(scene)
    const path = `/workspace/${workspaceId}`
    const days = Array.from({ length: 40 }, (_, index) => dayOfSession(index * 20))
    const booking = (index: number): BenchRequest => ({
      method: 'POST',
      path: `${path}/sessions`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      status: 201,
      body: JSON.stringify({
        name: 'Visit',
        clientId: scene.clientId,
        serviceIds: [scene.serviceId],
        staffId: scene.staffIds[index % scene.staffIds.length],
        date: days[index % days.length],
        startTime: `${String(8 + (index % 10)).padStart(2, '0')}:30`,
      }),
    })
    const [staffId] = scene.staffIds
    return {
      'day list': days.map((day) => get(`${path}/sessions?from=${day}&to=${day}`, token)),
      'day list by time': days.map((day) => get(`${path}/sessions?from=${day}&to=${day}&sort=date`, token)),
      availability: days.map((day) => get(`${path}/availability?staffId=${staffId}&date=${day}`, token)),
      booking: Array.from({ length: requestCount }, (_, index) => booking(index)),
    }
  },
})

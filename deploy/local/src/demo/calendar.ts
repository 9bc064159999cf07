import { scheduling } from '@workspace-platform/client/scheduling'
import type { Service } from '@workspace-platform/client/scheduling'
import type { People } from './people.ts'
import { forEach, numbers, pick, type Scene } from './scene.ts'

const services: [name: string, durationMinutes: number, price: number][] = [
  ['Haircut', 30, 40],
  ['Facial', 60, 85],
  ['Massage', 60, 70],
  ['Consultation', 30, 55],
  ['Blood draw', 15, 20],
]

const tasks = ['Order towels', 'Call back Nour Adel', 'Count the till', 'Print the price list']

const slots = ['09:00', '11:00', '14:00', '16:00']
const daysBefore = 15
const daysAfter = 15

/** Creates services, a month of sessions around today, a holiday and tasks. */
export const fillCalendar = async (scene: Scene, { staff, clients }: People): Promise<Service[]> => {
  scene.progress.begin('calendar')
  const { createService, createSession, createHoliday, createTask } = scene.owner.use(scheduling)
  const offered = await forEach(scene, services, async ([name, durationMinutes, price]) => {
    const { service } = await createService({ body: { name, scope: 'sessions', durationMinutes, price } })
    return service
  })
  const days = numbers(daysBefore + daysAfter).map((index) => index - daysBefore)
  const openDays = days.filter((offset) => new Date(scene.day(offset)).getUTCDay() !== 0)
  const booked = openDays.flatMap((offset) => slots.map((startTime, slot) => ({ offset, startTime, slot })))
  await forEach(scene, booked, async ({ offset, startTime, slot }, index) => {
    const service = pick(offered, index + slot)
    const past = index % 9 === 4 ? 'cancelled' : 'completed'
    await createSession({
      body: {
        name: service.name,
        clientId: pick(clients, index * 5).id,
        serviceIds: [service.id],
        staffId: pick(staff.slice(0, 3), index).id,
        date: scene.day(offset),
        startTime,
        status: offset < 0 ? past : 'scheduled',
      },
    })
  })
  await createHoliday({ body: { name: 'Founding day', date: scene.day(daysAfter + 5), isRecurring: false } })
  await forEach(scene, tasks, async (title, index) => {
    await createTask({ body: { title, staffId: staff[3]!.id, dueDate: scene.day(index + 1) } })
  })
  return offered
}

import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { expectAccessible, fillDate, languages, newSalon, openAs, openConsole } from './console.ts'

const dayAfter = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(
    new Date(Date.now() + days * 86_400_000),
  )

describe('free times in the console', { timeout: 300_000 }, () => {
  it.each(languages)('offers times at which someone is available, and books one (%s)', async (language) => {
    const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
    const { role } = (await owner.use(identity).createRole({ name: 'Stylist', permissions: [] })).body
    const { service } = (await api.createService({ name: 'Cut', durationMinutes: 60 })).body
    const { client } = (await api.createClient({ name: 'Laila Osman' })).body
    const profile = { name: 'Sara Nabil', email: `${uniqueName('staff')}@salon.example`, roleId: role.id }
    const { staff } = (await api.createStaff(profile)).body
    await api.createSession({
      name: 'Cut',
      clientId: client.id,
      serviceIds: [service.id],
      staffId: staff.id,
      date: dayAfter(1),
      startTime: '10:00',
    })
    await api.createHoliday({ name: 'Stocktaking', date: dayAfter(2) })
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, `/calendar?date=${dayAfter(1)}&open=new&client=${client.id}`)
    const form = page.getByRole('form', { name: text('calendar.newTitle') })
    await form.getByRole('combobox', { name: text('calendar.services') }).fill('Cut')
    await page.getByRole('option', { name: 'Cut' }).click()
    await fillDate(form, text('calendar.date'), dayAfter(1))
    await form.getByRole('button', { name: text('calendar.freeTimes') }).click()
    const times = form.getByRole('list', { name: text('calendar.freeTimes') })
    const offered = (time: string) =>
      times.getByRole('button', { name: clockOf(time, language), exact: true })
    await offered('11:00').waitFor()
    expect(await offered('10:00').count()).toBe(0)
    await expectAccessible(page)

    // Someone else books the time in the meantime.
    const taken = { name: 'Cut', clientId: client.id, serviceIds: [service.id], staffId: staff.id }
    await api.createSession({ ...taken, date: dayAfter(1), startTime: '13:00' })
    await offered('13:00').waitFor({ state: 'detached', timeout: 5000 })

    await fillDate(form, text('calendar.date'), dayAfter(2))
    await form.getByText(text('calendar.noFreeTimes')).waitFor()
    await form.getByRole('button', { name: text('calendar.tryNextDay') }).click()
    await offered('10:00').click()
    expect(await offered('10:00').getAttribute('aria-pressed')).toBe('true')
    expect(await form.getByLabel(text('calendar.staff')).inputValue()).toBe(staff.id)
    await form.getByRole('button', { name: text('calendar.book') }).click()
    await page.getByRole('complementary', { name: 'Laila Osman' }).waitFor()
    const query = { from: dayAfter(3), to: dayAfter(3) }
    expect((await api.listSessions({ query })).body.sessions).toMatchObject([
      { startTime: '10:00', staffId: staff.id },
    ])
    expect(problems).toEqual([])
  })
})

/** Returns a time as the console shows it. */
const clockOf = (time: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-EG' : 'en', {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  }).format(new Date(`1970-01-01T${time}:00Z`))

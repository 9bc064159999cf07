import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { uniqueName } from '@wp/testing'
import type { Locator, Page, WebSocketRoute } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { fillDate, languages, newSalon, openAs, openConsole, readDate } from './console.ts'
import type { ConsolePage, Language } from './console.ts'

const hourHeight = 56

const tomorrow = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date(Date.now() + 86_400_000))

/** Creates a salon with two staff members, two services and two clients. */
const smallSalon = async (language: Language, settings: { preventOverlap?: boolean } = {}) => {
  const owner = await newSalon(scheduling, language, 'Nefertiti')
  const { api } = owner
  await owner.use(identity).updateWorkspace({ settings })
  const { role } = (await owner.use(identity).createRole({ name: 'Stylist', permissions: [] })).body
  const staff: Record<string, string> = {}
  for (const name of ['Sara Nabil', 'Huda Fathy']) {
    const profile = { name, email: `${uniqueName('staff')}@salon.example`, roleId: role.id }
    staff[name] = (await api.createStaff(profile)).body.staff.id
  }
  const services: Record<string, string> = {}
  for (const [name, durationMinutes] of [
    ['Cut', 60],
    ['Keratin', 90],
  ] as const)
    services[name] = (await api.createService({ name, durationMinutes, price: 350 })).body.service.id
  const clients: Record<string, string> = {}
  for (const name of ['Laila Osman', 'Omar Tarek'])
    clients[name] = (await api.createClient({ name, phone: '+201001234567' })).body.client.id
  const book = async (client: string, member: string, startTime: string, service = 'Cut') =>
    (
      await api.createSession({
        name: service,
        clientId: clients[client]!,
        serviceIds: [services[service]!],
        staffId: staff[member]!,
        date: tomorrow(),
        startTime,
      })
    ).body.session
  const booked = async () => {
    const query = { from: tomorrow(), to: tomorrow(), sort: 'date' as const }
    return (await api.listSessions({ query })).body.sessions
  }
  return { owner, api, staff, services, clients, book, booked }
}

/** Returns the column of a staff member, as soon as the sessions are loaded. */
const columnOf = (page: Page, name: string): Locator =>
  page.locator('[aria-busy="false"] [data-column]').and(page.getByRole('group', { name }))

/** Returns the point of a time in a column. */
const pointAt = async (column: Locator, time: string): Promise<[number, number]> => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const box = (await column.boundingBox())!
  return [box.x + box.width / 2, box.y + ((hours * 60 + minutes) * hourHeight) / 60 + 1]
}

const drag = async (page: Page, from: [number, number], to: [number, number]): Promise<void> => {
  await page.mouse.move(...from)
  await page.mouse.down()
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 })
  await page.mouse.move(...to, { steps: 4 })
  await page.mouse.up()
}

const threeFrames = `new Promise((resolve) => {
  let left = 3
  const step = () => (left-- > 0 ? requestAnimationFrame(step) : resolve())
  step()
})`

/** Waits until the grid no longer scrolls, as it does for a while after a finger has moved it. */
const whenStill = async (column: Locator): Promise<void> => {
  let before: number | undefined
  await expect
    .poll(
      async () => {
        // Under load, frames are late, so the position could be unchanged while the grid is still scrolling.
        await column.page().evaluate(threeFrames)
        const now = (await column.boundingBox())?.y
        const isStill = now === before
        before = now
        return isStill
      },
      { interval: 250 },
    )
    .toBe(true)
}

/** Chooses client and service in the form and books, all by keyboard. */
const fillIn = async ({ page, text }: ConsolePage, client: string, service: string): Promise<void> => {
  const form = page.getByRole('form', { name: text('calendar.newTitle') })
  await form.getByRole('combobox', { name: text('calendar.client') }).waitFor()
  await page.keyboard.type(client)
  await form.getByRole('option', { name: client }).first().waitFor()
  await page.keyboard.press('Enter')
  await form.getByRole('group', { name: text('calendar.client') }).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('serviceIds')
  await page.keyboard.type(service)
  await form.getByRole('option', { name: service }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
}

describe('calendar of the console', { timeout: 300_000 }, () => {
  it.each(languages)('books, moves and resizes by drag and by keyboard (%s)', async (language) => {
    const { owner, booked } = await smallSalon(language)
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, `/calendar?date=${tomorrow()}`)
    const [sara, huda] = [columnOf(page, 'Sara Nabil'), columnOf(page, 'Huda Fathy')]
    await sara.waitFor()

    await drag(page, await pointAt(sara, '10:00'), await pointAt(sara, '11:15'))
    const form = page.getByRole('form', { name: text('calendar.newTitle') })
    expect(await readDate(form, text('calendar.time'))).toBe('10:00')
    expect(await form.locator('[name="minutes"]').inputValue()).toBe('75')
    await fillIn(opened, 'Laila', 'Cut')
    await page.getByRole('complementary', { name: 'Laila Osman' }).waitFor()
    await sara.getByRole('button', { name: 'Laila Osman' }).waitFor()
    expect(await booked()).toMatchObject([
      {
        clientName: 'Laila Osman',
        staffName: 'Sara Nabil',
        startTime: '10:00',
        durationMinutes: 75,
        name: 'Cut',
      },
    ])

    // By keyboard: the cursor goes to the other column, and Enter opens the form there.
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await page.locator('[data-cursor]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    await huda.locator('[data-cursor]').waitFor()
    await page.keyboard.press('Enter')
    await fillIn(opened, 'Omar', 'Keratin')
    await page.getByRole('complementary', { name: 'Omar Tarek' }).waitFor()
    await page.keyboard.press('Escape')
    const [, byKeyboard] = (await booked()).toSorted((a, b) => (a.clientName < b.clientName ? -1 : 1))
    expect(byKeyboard).toMatchObject({ staffName: 'Huda Fathy', startTime: '08:15', durationMinutes: 90 })

    // A session is dragged to another time and staff member, then moved and made longer by keyboard.
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    await drag(page, await pointAt(sara, '10:30'), await pointAt(huda, '12:30'))
    await huda.getByRole('button', { name: 'Laila Osman' }).waitFor()
    await expect
      .poll(async () => (await booked()).find(({ clientName }) => clientName === 'Laila Osman'))
      .toMatchObject({ staffName: 'Huda Fathy', startTime: '12:00', durationMinutes: 75 })
    await huda.getByRole('button', { name: 'Laila Osman' }).focus()
    for (const key of ['m', 'ArrowDown', 'ArrowDown', 'Shift+ArrowDown', 'Enter'])
      await page.keyboard.press(key)
    await expect
      .poll(async () => (await booked()).find(({ clientName }) => clientName === 'Laila Osman'))
      .toMatchObject({ startTime: '12:30', durationMinutes: 90 })
    await expect.poll(() => page.evaluate('document.activeElement.dataset.session')).toBeDefined()

    const [x, y] = await pointAt(huda, '14:00')
    await drag(page, [x, y - 5], await pointAt(huda, '15:00'))
    await expect
      .poll(async () => (await booked()).find(({ clientName }) => clientName === 'Laila Osman'))
      .toMatchObject({ startTime: '12:30', durationMinutes: 150 })
    expect(problems).toEqual([])
  })

  it('moves a session by touch only after a long press', async () => {
    const { owner, book, booked } = await smallSalon('en')
    await book('Laila Osman', 'Sara Nabil', '10:00')
    const opened = await openConsole('en')
    const { page, context, problems } = opened
    await openAs(opened, owner, `/calendar?date=${tomorrow()}`)
    const [sara, huda] = [columnOf(page, 'Sara Nabil'), columnOf(page, 'Huda Fathy')]
    await sara.getByRole('button', { name: 'Laila Osman' }).waitFor()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 })
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) })
    const moves = { staffName: 'Huda Fathy', startTime: '12:00' }

    // A finger that moves immediately scrolls.
    const [from, to] = [await pointAt(sara, '10:30'), await pointAt(huda, '12:30')]
    const middle: [number, number] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
    await touch('touchStart', from)
    for (const point of [middle, to]) await touch('touchMove', point)
    await touch('touchEnd')
    expect(await page.locator('[data-ghost]').count()).toBe(0)
    expect(await booked()).toMatchObject([{ staffName: 'Sara Nabil', startTime: '10:00' }])

    await whenStill(sara)
    const start = await pointAt(sara, '10:30')
    const end = await pointAt(huda, '12:30')
    await touch('touchStart', start)
    await page.locator('[data-ghost]').waitFor()
    for (const point of [[(start[0] + end[0]) / 2, (start[1] + end[1]) / 2], end] as [number, number][])
      await touch('touchMove', point)
    await touch('touchEnd')
    await huda.getByRole('button', { name: 'Laila Osman' }).waitFor()
    await expect.poll(booked).toMatchObject([moves])
    expect(await page.getByRole('complementary').count()).toBe(0)
    expect(problems).toEqual([])
  })

  it.each(languages)('shows what a time conflicts with and keeps the form (%s)', async (language) => {
    const { owner, book, booked } = await smallSalon(language, { preventOverlap: true })
    await book('Laila Osman', 'Sara Nabil', '10:00')
    await book('Omar Tarek', 'Huda Fathy', '12:00')
    const opened = await openConsole(language)
    const { page, text } = opened
    await openAs(opened, owner, `/calendar?date=${tomorrow()}`)
    const [sara, huda] = [columnOf(page, 'Sara Nabil'), columnOf(page, 'Huda Fathy')]
    await sara.getByRole('button', { name: 'Laila Osman' }).waitFor()
    await drag(page, await pointAt(sara, '11:30'), await pointAt(sara, '12:00'))
    const form = page.getByRole('form', { name: text('calendar.newTitle') })
    await fillDate(form, text('calendar.time'), '10:45')
    const alert = form.getByRole('alert')
    await alert.getByText('Laila Osman').waitFor()
    await form.getByRole('combobox', { name: text('calendar.client') }).click()
    await fillIn(opened, 'Omar', 'Cut')
    await form.getByText(text('field.overlap')).waitFor()
    expect(await readDate(form, text('calendar.time'))).toBe('10:45')
    await form.getByText('Omar Tarek').waitFor()
    expect(await booked()).toHaveLength(2)
    await fillDate(form, text('calendar.time'), '14:00')
    await form.getByRole('button', { name: text('calendar.book') }).click()
    await page.getByRole('complementary', { name: 'Omar Tarek' }).waitFor()
    expect(await booked()).toHaveLength(3)
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })

    // A drag onto an occupied time is rejected, and the session moves back.
    await drag(page, await pointAt(sara, '10:30'), await pointAt(huda, '12:30'))
    const refused = page.getByRole('alert').filter({ hasText: 'Laila Osman' })
    await refused.getByText('Omar Tarek').waitFor()
    await sara.getByRole('button', { name: 'Laila Osman' }).waitFor()
    expect((await booked())[0]).toMatchObject({ staffName: 'Sara Nabil', startTime: '10:00' })
  })

  it.each(languages)("shows other users' bookings while someone types (%s)", async (language) => {
    const { owner, book } = await smallSalon(language)
    const opened = await openConsole(language)
    const { page, text } = opened
    const sockets = new Set<WebSocketRoute>()
    let isCut = false
    await page.routeWebSocket(/\/v1\/realtime$/, (socket) => {
      if (isCut) return void socket.close({ code: 1001, reason: 'cut' })
      sockets.add(socket)
      return void socket.connectToServer()
    })
    await openAs(opened, owner, `/calendar?date=${tomorrow()}&open=new`)
    const sara = columnOf(page, 'Sara Nabil')
    const title = page.getByLabel(text('calendar.title'))
    await title.fill('Bridal party')
    await expect.poll(() => sockets.size).toBeGreaterThan(0)
    await book('Laila Osman', 'Sara Nabil', '10:00')
    await sara.getByRole('button', { name: 'Laila Osman' }).waitFor({ timeout: 10_000 })
    isCut = true
    for (const socket of sockets) await socket.close({ code: 1001, reason: 'cut' })
    await page.getByText(text('connection.lost')).waitFor()
    const { id } = await book('Omar Tarek', 'Sara Nabil', '13:00')
    isCut = false
    await sara.getByRole('button', { name: 'Omar Tarek' }).waitFor()
    expect(await title.inputValue()).toBe('Bridal party')
    await owner.api.setSessionStatus({ params: { sessionId: id }, body: { status: 'cancelled' } })
    await sara.getByRole('button', { name: 'Omar Tarek' }).waitFor({ state: 'detached' })
    expect(await title.inputValue()).toBe('Bridal party')
  })

  it.each(languages)(
    'books for a new client with answers, and works on the session (%s)',
    async (language) => {
      const { owner, api, booked } = await smallSalon(language)
      await api.createSessionField({ key: 'allergies', type: 'text', label: 'Allergies', isRequired: true })
      const opened = await openConsole(language)
      const { page, text } = opened
      await openAs(opened, owner, `/calendar?date=${tomorrow()}`)
      await columnOf(page, 'Sara Nabil').waitFor()
      await page.locator('main').focus()
      await page.keyboard.press('n')
      const form = page.getByRole('form', { name: text('calendar.newTitle') })
      await form.getByRole('combobox', { name: text('calendar.client') }).fill('Yara Emad')
      await form.getByRole('option', { name: text('calendar.createClient', { name: 'Yara Emad' }) }).click()
      const newClient = page.getByRole('form', { name: text('calendar.newClient') })
      await newClient.getByLabel(text('client.phone')).fill('+201005550199')
      await newClient.getByRole('button', { name: text('calendar.addClient') }).click()
      await form.getByText('Yara Emad').waitFor()
      await form.getByRole('combobox', { name: text('calendar.services') }).fill('Kera')
      await page.keyboard.press('Enter')
      await form.getByRole('button', { name: text('calendar.book') }).click()
      await form.getByText(text('form.required')).waitFor()
      await form.getByLabel('Allergies').fill('Ammonia')
      await form.getByRole('button', { name: text('calendar.book') }).click()
      const panel = page.getByRole('complementary', { name: 'Yara Emad' })
      await panel.getByText('Ammonia').waitFor()
      await panel.getByRole('textbox', { name: text('calendar.addNote') }).fill('Prefers cooler tones')
      await panel.getByRole('button', { name: text('calendar.saveNote') }).click()
      await panel.getByText('Prefers cooler tones').first().waitFor()
      await panel.getByRole('button', { name: text('calendar.editNote') }).click()
      const note = panel.getByRole('form', { name: text('calendar.editNote') })
      await note.getByRole('textbox').fill('Prefers warmer tones')
      await note.getByRole('button', { name: text('action.save') }).click()
      await panel.getByText('Prefers warmer tones').first().waitFor()
      await panel.getByRole('button', { name: text('calendar.start') }).click()
      await panel.getByRole('button', { name: text('calendar.complete') }).click()
      await panel.getByText(text('sessionStatus.completed')).waitFor()
      const [session] = await booked()
      expect(session).toMatchObject({
        clientName: 'Yara Emad',
        status: 'completed',
        fieldValues: [{ fieldKey: 'allergies', value: 'Ammonia' }],
        notes: [{ body: 'Prefers warmer tones' }],
      })
    },
  )

  it.each(languages)('shows weeks, months, filters and a list to print (%s)', async (language) => {
    const { owner, api, book, staff } = await smallSalon(language)
    await book('Laila Osman', 'Sara Nabil', '10:00')
    const { id } = await book('Omar Tarek', 'Huda Fathy', '10:30')
    const opened = await openConsole(language)
    const { page, text } = opened
    await openAs(opened, owner, `/calendar?date=${tomorrow()}&view=week`)
    const laila = page.getByRole('button', { name: 'Laila Osman' })
    const omar = page.getByRole('button', { name: 'Omar Tarek' })
    await laila.waitFor()
    // Both overlap in the day's column and are shown side by side.
    const [one, other] = [(await laila.boundingBox())!, (await omar.boundingBox())!]
    expect(Math.abs(one.x - other.x)).toBeGreaterThan(20)
    await page.getByLabel(text('calendar.staff'), { exact: true }).selectOption(staff['Sara Nabil']!)
    await omar.waitFor({ state: 'detached' })
    await page.getByLabel(text('calendar.staff'), { exact: true }).selectOption('')
    await omar.click()
    const panel = page.getByRole('complementary', { name: 'Omar Tarek' })
    await panel.getByRole('button', { name: text('calendar.actions') }).click()
    await page.getByRole('menuitem', { name: text('calendar.cancelSession') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('calendar.cancelSession') })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await omar.waitFor({ state: 'detached' })
    expect((await api.getSession({ params: { sessionId: id } })).body.session.status).toBe('cancelled')
    await page.getByRole('button', { name: text('calendar.showCancelled') }).click()
    await omar.waitFor()

    await page.emulateMedia({ media: 'print' })
    await page
      .getByRole('region', { name: text('calendar.agenda') })
      .getByText('Laila Osman')
      .waitFor()
    expect(await page.getByRole('navigation', { name: text('app.areas') }).isVisible()).toBe(false)
    await page.emulateMedia({ media: 'screen' })

    await page.getByRole('radio', { name: text('calendarView.month') }).check()
    const day = page.locator(`[data-day="${tomorrow()}"]`)
    await day.waitFor()
    await day.focus()
    await page.keyboard.press('Enter')
    await columnOf(page, 'Sara Nabil').getByRole('button', { name: 'Laila Osman' }).waitFor()
    expect(new URL(page.url()).searchParams.get('view')).toBe('day')
  })
})

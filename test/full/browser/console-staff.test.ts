import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { fillDate, languages, linkInMail, newSalon, openAs, openConsole } from './console.ts'

const password = 'correct-horse-1'

describe('staff and roles in the console', { timeout: 300_000 }, () => {
  it.each(languages)(
    "creates a role, invites a member by email, and shows the member only the role's screens (%s)",
    async (language) => {
      const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
      const opened = await openConsole(language)
      const { page, text, problems } = opened
      await openAs(opened, owner, '/staff')
      await page.getByText(text('staff.none'), { exact: true }).waitFor()
      await page.getByRole('link', { name: text('roles.title') }).click()
      await page.getByText(text('roles.none'), { exact: true }).waitFor()
      await page
        .getByRole('link', { name: text('roles.add') })
        .first()
        .click()
      const form = page.getByRole('form', { name: text('roles.newTitle') })
      await form.getByRole('button', { name: text('roles.create') }).click()
      await form.getByText(text('form.required')).waitFor()
      await form.getByLabel(text('roles.name'), { exact: true }).fill('Reception')
      await form.getByLabel(text('permission.sessions.view')).check()
      await form.getByLabel(text('permission.sessions.create')).check()
      // Booking needs more permissions, which the form shows before the role is saved.
      await form
        .getByRole('status')
        .filter({ hasText: text('permission.services.view') })
        .waitFor()
      await form.getByLabel(text('permission.services.view')).check()
      await form.getByLabel(text('permission.clients.manage')).check()
      expect(await form.getByLabel(text('permission.clients.view')).isChecked()).toBe(true)
      expect(await form.getByLabel(text('permission.clients.view')).isDisabled()).toBe(true)
      await form.getByRole('button', { name: text('roles.create') }).click()
      await page.getByRole('row', { name: 'Reception' }).waitFor()

      await page
        .getByRole('link', { name: text('area.staff') })
        .last()
        .click()
      await page
        .getByRole('button', { name: text('staff.invite') })
        .first()
        .click()
      const invite = page.getByRole('form', { name: text('staff.inviteTitle') })
      const email = `${uniqueName('sara')}@salon.example`
      await invite.getByLabel(text('staff.name'), { exact: true }).fill('Sara Nabil')
      await invite.getByLabel(text('staff.email')).fill(email)
      await invite.getByRole('button', { name: text('staff.sendInvitation') }).click()
      await page.getByRole('heading', { level: 1, name: 'Sara Nabil' }).waitFor()
      const firstLink = await linkInMail(email)
      await page.getByRole('button', { name: text('staff.resend') }).click()
      await page.getByText(text('staff.invited', { email })).first().waitFor()
      await expect.poll(() => linkInMail(email)).not.toBe(firstLink)

      const member = await openConsole(language)
      await member.page.goto(await linkInMail(email))
      await member.page.getByRole('button', { name: text('invitation.submit') }).click()
      await member.page.getByLabel(text('reset.password'), { exact: true }).fill(password)
      await member.page.getByRole('button', { name: text('invitation.submit') }).click()
      const areas = member.page.getByRole('navigation', { name: text('app.areas') })
      await areas.getByRole('link', { name: text('area.calendar') }).waitFor()
      expect(await areas.getByRole('link').allInnerTexts()).toEqual([
        text('area.today'),
        text('area.calendar'),
        text('area.clients'),
        text('area.services'),
      ])
      await member.page.goto(member.url('/staff/roles'))
      await member.page.getByText(text('state.unknownPage')).waitFor()
      await member.page.goto(member.url('/staff'))
      await member.page.getByText(text('error.FORBIDDEN')).first().waitFor()

      await page.getByRole('button', { name: text('staff.resend') }).click()
      await page.getByText(text('staff.accepted', { name: 'Sara Nabil' })).waitFor()
      // The screens of a changed role appear after the next page load.
      const { roles } = (await owner.use(identity).listRoles()).body
      await owner.use(identity).updateRole({
        params: { roleId: roles[0]!.id },
        body: {
          permissions: ['sessions.view', 'sessions.create', 'clients.view', 'services.view', 'staff.view'],
        },
      })
      await member.page.goto(member.url('/staff'))
      await member.page.getByRole('row', { name: 'Sara Nabil' }).waitFor()
      expect(await member.page.getByRole('button', { name: text('staff.invite') }).count()).toBe(0)
      expect((await api.listStaff()).body.staff).toMatchObject([{ name: 'Sara Nabil', email }])
      expect([...problems, ...member.problems]).toEqual([])
    },
  )

  it.each(languages)(
    'changes working hours, and shows why a role cannot be deleted (%s)',
    async (language) => {
      const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
      const { role } = (
        await owner.use(identity).createRole({ name: 'Stylist', permissions: ['sessions.view'] })
      ).body
      const email = `${uniqueName('huda')}@salon.example`
      const { staff } = (await api.createStaff({ name: 'Huda Fathy', email, roleId: role.id })).body
      await api.createStaff({
        name: 'Karim Said',
        email: `${uniqueName('karim')}@salon.example`,
        roleId: role.id,
      })
      const opened = await openConsole(language)
      const { page, text, url } = opened
      await openAs(opened, owner, '/staff')
      await page.getByRole('row', { name: 'Karim Said' }).waitFor()
      await page.getByRole('searchbox').fill('huda')
      await page.getByRole('row', { name: 'Karim Said' }).waitFor({ state: 'detached' })
      await page.getByRole('row', { name: 'Huda Fathy' }).click()
      await page.getByRole('button', { name: text('hours.edit') }).click()
      const hours = page.getByRole('form', { name: text('staff.hours') })
      await hours.getByRole('radio', { name: text('hours.ownOption') }).check()
      const monday = text('weekday.monday')
      await fillDate(hours, text('hours.from', { day: monday }), '18:00')
      await hours.getByRole('button', { name: text('action.save') }).click()
      await hours.getByText(text('hoursProblem.order')).waitFor()
      await fillDate(hours, text('hours.from', { day: monday }), '11:00')
      await hours.getByRole('checkbox', { name: text('weekday.friday') }).uncheck()
      await hours.getByRole('button', { name: text('action.save') }).click()
      await page.getByRole('button', { name: text('hours.edit') }).waitFor()
      await page.getByText(text('hours.off')).waitFor()
      const saved = (await api.getStaff({ params: { staffId: staff.id } })).body.staff
      expect(saved.workingHours).toMatchObject({
        monday: { isOpen: true, intervals: [{ start: '11:00', end: '17:00' }] },
        friday: { isOpen: false },
      })

      await page.getByRole('button', { name: text('action.edit'), exact: true }).click()
      const edit = page.getByRole('form', { name: text('staff.editTitle') })
      await edit.getByLabel(text('staff.phone')).fill('+201005550122')
      await edit.getByRole('button', { name: text('action.save') }).click()
      await page.getByText('+201005550122').waitFor()

      await page.goto(url(`/staff/roles/${role.id}`))
      await page.getByRole('button', { name: text('action.delete') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: text('action.delete') }).click()
      await dialog.getByText(text('roles.inUse')).waitFor()
      await dialog.getByRole('button', { name: text('action.cancel') }).click()

      await page.goto(url(`/staff/${staff.id}`))
      await page.getByRole('button', { name: text('staff.remove') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('staff.remove') })
        .click()
      await page.getByRole('row', { name: 'Karim Said' }).waitFor()
      expect((await api.listStaff()).body.staff.map(({ name }) => name)).toEqual(['Karim Said'])
    },
  )

  it('loads more staff while none of the loaded ones has the role', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const [manager, stylist] = await Promise.all(
      ['Manager', 'Stylist'].map(
        async (name) =>
          (await owner.use(identity).createRole({ name, permissions: ['sessions.view'] })).body.role.id,
      ),
    )
    const invite = (name: string, roleId: string) =>
      api.createStaff({ name, email: `${uniqueName('member')}@salon.example`, roleId })
    await invite('Mona Adel', manager!)
    // Two pages, because the list starts with the newest.
    for (let index = 0; index < 101; index += 1) await invite(`Stylist ${index}`, stylist!)
    const opened = await openConsole('en')
    await openAs(opened, owner, `/staff?role=${manager}`)
    await opened.page.getByRole('row', { name: 'Mona Adel' }).waitFor()
    expect(await opened.page.getByRole('row', { name: 'Stylist' }).count()).toBe(0)
  })
})

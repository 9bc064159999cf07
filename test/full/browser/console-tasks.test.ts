import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { fillDate, languages, newSalon, openAs, openConsole } from './console.ts'

const tomorrow = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(new Date(Date.now() + 86_400_000))

describe('tasks in the console', { timeout: 300_000 }, () => {
  it.each(languages)('adds, assigns, completes, discusses and deletes a task (%s)', async (language) => {
    const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
    const sara = await newStaff(owner, ['tasks.manage'], scheduling)
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, '/tasks')
    await page.getByText(text('tasks.none'), { exact: true }).waitFor()
    await page
      .getByRole('button', { name: text('tasks.add') })
      .first()
      .click()
    const form = page.getByRole('form', { name: text('tasks.newTitle') })
    await form.getByRole('button', { name: text('tasks.add') }).click()
    await form.getByText(text('form.required')).waitFor()
    await form.getByLabel(text('tasks.title')).fill('Order shampoo')
    await form.getByLabel(text('tasks.description')).fill('Five litres')
    await fillDate(form, text('tasks.due'), tomorrow())
    await form.getByRole('button', { name: text('tasks.add') }).click()
    const panel = page.getByRole('complementary', { name: 'Order shampoo' })
    await panel.getByText('Five litres').waitFor()
    const row = page.getByRole('row', { name: 'Order shampoo' })
    await row.getByText(text('taskStatus.open')).waitFor()

    // An unsent comment is kept while the task is edited.
    await panel.getByText(text('tasks.noComments')).waitFor()
    const comment = panel.getByRole('textbox', { name: text('tasks.addComment') })
    await comment.fill('Which brand?')
    await panel.getByRole('button', { name: text('action.edit') }).click()
    const edit = page.getByRole('form', { name: text('tasks.editTitle') })
    await edit.getByRole('button', { name: text('action.cancel') }).click()
    await panel.getByRole('button', { name: text('tasks.sendComment') }).click()
    const comments = panel.getByRole('region', { name: text('tasks.comments') }).getByRole('listitem')
    await comments.filter({ hasText: 'Which brand?' }).getByText('Nefertiti').waitFor()
    await expect.poll(() => comment.inputValue()).toBe('')
    const { tasks } = (await api.listTasks()).body
    expect(tasks).toMatchObject([{ staffId: null, dueDate: tomorrow(), status: 'open' }])
    const params = { taskId: tasks[0]!.id }
    await sara.api.createComment({
      params,
      body: { authorId: sara.staffId, authorType: 'staff', authorName: 'Sara', body: 'The green one' },
    })
    // Far less than the ten seconds after which lists without a channel would be reloaded.
    await comments.filter({ hasText: 'The green one' }).waitFor({ timeout: 5000 })
    expect(await comments.allInnerTexts()).toEqual([
      expect.stringContaining('The green one'),
      expect.stringContaining('Which brand?'),
    ])

    // A task keeps its comments when it is assigned.
    await panel.getByRole('button', { name: text('action.edit') }).click()
    await edit.getByLabel(text('tasks.assignee')).selectOption(sara.staffId)
    await edit.getByRole('button', { name: text('action.save') }).click()
    await panel.getByText('The green one').waitFor()
    await expect.poll(async () => (await api.listTasks()).body.tasks[0]?.staffId).toBe(sara.staffId)

    // Another user starts the task while the panel is open; then it is completed and reopened here.
    await sara.api.updateTask({ params, body: { status: 'in-progress' } })
    await row.getByText(text('taskStatus.in-progress')).waitFor()
    await panel.getByRole('button', { name: text('tasks.set.done') }).click()
    await row.getByText(text('taskStatus.done')).waitFor()
    await panel.getByRole('button', { name: text('tasks.set.open') }).click()
    await row.getByText(text('taskStatus.open')).waitFor()

    await panel.getByRole('button', { name: text('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByText(text('tasks.none'), { exact: true }).waitFor()
    expect((await api.listTasks()).body.tasks).toEqual([])
    expect(problems).toEqual([])
  })

  it.each(languages)('finds tasks by title, status and staff member (%s)', async (language) => {
    const { api, ...owner } = await newSalon(scheduling, language, 'Nefertiti')
    const { staffId } = await newStaff(owner, ['tasks.view'])
    await api.createTask({ title: 'Order shampoo', staffId })
    await api.createTask({ title: 'Sweep', status: 'done' })
    await api.createTask({ title: 'Call the supplier' })
    const opened = await openConsole(language)
    const { page, text } = opened
    await openAs(opened, owner, '/tasks')
    const rows = page.getByRole('row')
    const titles = async () => (await rows.allInnerTexts()).slice(1).map((row) => row.split('\n')[0]!.trim())
    await expect.poll(titles).toEqual(['Call the supplier', 'Sweep', 'Order shampoo'])
    await page.getByRole('searchbox', { name: text('tasks.search') }).fill('suppl')
    await expect.poll(titles).toEqual(['Call the supplier'])
    await page.getByRole('searchbox', { name: text('tasks.search') }).fill('nothing like it')
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page.getByLabel(text('tasks.status'), { exact: true }).selectOption('done')
    await expect.poll(titles).toEqual(['Sweep'])
    await page.getByLabel(text('tasks.status'), { exact: true }).selectOption('')
    await page.getByLabel(text('tasks.assignee'), { exact: true }).selectOption(staffId)
    await expect.poll(titles).toEqual(['Order shampoo'])
    expect(new URL(page.url()).searchParams.get('staff')).toBe(staffId)
  })

  it('shows tasks without buttons to users who may only read them', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const reader = await newStaff(owner, ['tasks.view'])
    await api.createTask({ title: 'Order shampoo', staffId: reader.staffId })
    const opened = await openConsole('en')
    const { page, text } = opened
    const { staff } = (await api.getStaff({ params: { staffId: reader.staffId } })).body
    await openAs(opened, { email: staff.email, password: 'correct-horse-1' }, '/tasks')
    await page.getByRole('row', { name: 'Order shampoo' }).click()
    const panel = page.getByRole('complementary', { name: 'Order shampoo' })
    await panel.getByText(text('tasks.me'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: text('tasks.add') }).count()).toBe(0)
    expect(await panel.getByRole('button', { name: text('tasks.set.done') }).count()).toBe(0)
    expect(await panel.getByRole('button', { name: text('action.edit') }).count()).toBe(0)
    await panel.getByRole('textbox', { name: text('tasks.addComment') }).fill('I am on it')
    await panel.getByRole('button', { name: text('tasks.sendComment') }).click()
    await panel.getByRole('listitem').filter({ hasText: 'I am on it' }).waitFor()

    await owner.use(identity).updateRole({ params: { roleId: reader.roleId }, body: { permissions: [] } })
    await page.goto(opened.url('/'))
    await page.getByRole('navigation').first().waitFor()
    expect(await page.getByRole('link', { name: text('area.tasks') }).count()).toBe(0)
  })
})

describe('lists, panels and dialogs of the console', { timeout: 300_000 }, () => {
  it('opens the row with the focus, although another one arrived above it', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    await api.createTask({ title: 'Order towels' })
    const opened = await openConsole('en')
    const { page, problems } = opened
    await openAs(opened, owner, '/tasks')
    await page.getByRole('row', { name: 'Order towels' }).focus()
    await api.createTask({ title: 'Call the supplier' })
    await page.getByRole('row', { name: 'Call the supplier' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('complementary', { name: 'Order towels' }).waitFor()
    expect(problems).toEqual([])
  })

  it('closes a dialog without the panel around it', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    await api.createTask({ title: 'Order towels' })
    const opened = await openConsole('en')
    const { page, text, problems } = opened
    await openAs(opened, owner, '/tasks')
    const row = page.getByRole('row', { name: 'Order towels' })
    const panel = page.getByRole('complementary', { name: 'Order towels' })
    const dialog = page.getByRole('dialog')
    const ask = async (): Promise<void> => {
      await panel.getByRole('button', { name: text('action.delete') }).click()
      await dialog.waitFor()
    }
    await row.click()
    await ask()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await panel.waitFor()

    // A click on the padding does not close the dialog, and neither does a press inside that is released
    // outside.
    await ask()
    const { x, y, height } = (await dialog.boundingBox())!
    await page.mouse.click(x + 4, y + height / 2)
    await page.mouse.move(x + 60, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x - 80, y + height / 2)
    await page.mouse.up()
    await dialog.waitFor()
    await page.mouse.click(x - 80, y + height / 2)
    await dialog.waitFor({ state: 'detached' })

    await panel.focus()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    expect(problems).toEqual([])
  })

  it('opens the palette with an Arabic keyboard, and reports when logging out fails', async () => {
    const owner = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, context, text, problems } = opened
    await openAs(opened, owner, '/tasks')
    const press = { key: 'ن', code: 'KeyK', ctrlKey: true, bubbles: true }
    await page.evaluate(`dispatchEvent(new KeyboardEvent('keydown', ${JSON.stringify(press)}))`)
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')

    await context.setOffline(true)
    await page.getByRole('button', { name: owner.email }).click()
    await page.getByRole('menuitem', { name: text('account.logOut') }).click()
    await page.getByText(text('account.logOutFailed')).waitFor()
    await page.getByRole('navigation').first().waitFor()
    expect(problems).toEqual([])
  })
})

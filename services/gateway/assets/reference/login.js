import { el } from './dom.js'
import { followSession, logIn, logOut, sendCode, useKey, verify } from './session.js'

const field = (label, props) => {
  const input = el('input', props)
  return { input, row: el('label', {}, label, input) }
}

/** Adds the login to the page: a button that opens a dialog, and the name of the logged-in user. */
export const startLogin = (place) => {
  const dialog = el('dialog', { 'aria-label': 'Log in' })
  const open = el('button', { type: 'button', onclick: () => show() }, 'Log in')
  const leave = el('button', { type: 'button', hidden: true, onclick: () => void logOut() }, 'Log out')
  const who = el('output', {})
  place.append(who, open, leave)
  document.body.append(dialog)

  const show = () => {
    dialog.replaceChildren(passwordForm(dialog))
    dialog.showModal()
  }
  followSession(who, ({ token, name }) => {
    open.hidden = token !== null
    leave.hidden = token === null
    who.textContent = token === null ? '' : `Logged in as ${name}`
  })
}

/** Creates a form that shows the message of a failure. `act` returns the next form, or null to close the dialog. */
const form = (dialog, heading, rows, button, act) => {
  const problem = el('p', { class: 'problem', role: 'alert' })
  const submit = async () => {
    problem.textContent = ''
    try {
      const next = await act()
      if (next) dialog.replaceChildren(next)
      else dialog.close()
    } catch (error) {
      problem.textContent = error.code ? error.message : 'Could not reach the platform'
    }
  }
  return el(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
    el('h2', {}, heading),
    rows,
    problem,
    el(
      'p',
      { class: 'actions' },
      el('button', { class: 'primary' }, button),
      el('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
    ),
  )
}

const passwordForm = (dialog) => {
  const email = field('Email', { type: 'email', autocomplete: 'username', required: true })
  const password = field('Password', { type: 'password', autocomplete: 'current-password', required: true })
  const admin = field('Platform administrator', { type: 'checkbox' })
  admin.row.classList.add('check')
  const enter = async (workspaceId) => {
    const given = { email: email.input.value, password: password.input.value, isAdmin: admin.input.checked }
    const needed = await logIn({ ...given, workspaceId })
    if (needed?.workspaces) return workspaceForm(dialog, needed.workspaces, enter)
    return needed ? codeForm(dialog, needed.challenge, given) : null
  }
  const useKeyInstead = el(
    'button',
    { type: 'button', class: 'link', onclick: () => dialog.replaceChildren(keyForm(dialog)) },
    'Use an API key instead',
  )
  return form(dialog, 'Log in', [email.row, password.row, admin.row, useKeyInstead], 'Log in', () => enter())
}

const workspaceForm = (dialog, workspaces, enter) => {
  const choice = el(
    'select',
    {},
    workspaces.map(({ id, name }) => el('option', { value: id }, name ?? id)),
  )
  const rows = [el('label', {}, 'Workspace', choice)]
  return form(dialog, 'Choose a workspace', rows, 'Continue', () => enter(choice.value))
}

const codeForm = (dialog, { id: challengeId, methods }, { email, isAdmin }) => {
  const names = { totp: 'Authenticator app', phone: 'SMS', 'backup-codes': 'Backup code' }
  const choice = el(
    'select',
    {},
    methods.map(({ id, type, hint }) => el('option', { value: id }, `${names[type]} ${hint ?? ''}`)),
  )
  const code = field('Code', { autocomplete: 'one-time-code', required: true })
  const sender = el(
    'button',
    {
      type: 'button',
      class: 'link',
      onclick: async () => {
        await sendCode(challengeId, choice.value)
        sender.textContent = 'Sent'
      },
    },
    'Send a code by SMS',
  )
  const update = () => (sender.hidden = methods.find(({ id }) => id === choice.value)?.type !== 'phone')
  choice.addEventListener('change', update)
  update()
  const rows = [el('label', {}, 'Second factor', choice), sender, code.row]
  return form(dialog, 'Second factor', rows, 'Log in', async () => {
    await verify({ email, isAdmin, challengeId, methodId: choice.value, code: code.input.value.trim() })
    return null
  })
}

const keyForm = (dialog) => {
  const key = field('API key', { type: 'password', autocomplete: 'off', required: true })
  const workspaceId = field('Workspace id', { autocomplete: 'off', required: true })
  return form(dialog, 'Use an API key', [key.row, workspaceId.row], 'Use', async () => {
    useKey(key.input.value.trim(), workspaceId.input.value.trim())
    return null
  })
}

import { createPlatformClient } from '@workspace-platform/client'
import { identity } from '@workspace-platform/client/identity'
import { openRealtime } from '@workspace-platform/client/realtime'
import { scheduling, type Session } from '@workspace-platform/client/scheduling'

const platform = createPlatformClient({ url: import.meta.env.VITE_PLATFORM_URL ?? 'http://localhost:8080' })
const { login } = platform.use(identity)
const { listSessions, listClients, listServices, createSession } = platform.use(scheduling)

const find = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T
const say = (text: unknown) =>
  (find('message').textContent = text instanceof Error ? text.message : String(text))

const sessions = new Map<string, Session>()
const show = () => {
  const sorted = [...sessions.values()].sort((a, b) => (a.date + a.startTime < b.date + b.startTime ? -1 : 1))
  const items = sorted.map(({ date, startTime, clientName, serviceNames, status }) => {
    const item = document.createElement('li')
    item.textContent = `${date.slice(0, 10)} ${startTime} ${clientName}: ${serviceNames.join(', ')} (${status})`
    return item
  })
  find('sessions').replaceChildren(...items)
}
const load = async () => {
  sessions.clear()
  for await (const session of listSessions.each()) sessions.set(session.id, session)
  show()
}
const fill = (id: string, records: { id: string; name: string }[]) =>
  find(id).replaceChildren(...records.map((record) => new Option(record.name, record.id)))

const followSessions = () =>
  openRealtime(platform, { onError: say }).subscribe('sessions', {
    onSubscribed: () => void load().catch(say),
    onSnapshot: () => void load().catch(say),
    onError: ({ message }) => say(message),
    onEvent: ({ event, data }) => {
      if (data.isTruncated) return void load().catch(say)
      if (event === 'session.removed') sessions.delete(data.session.id)
      else sessions.set(data.session.id, data.session)
      show()
    },
  })

const onSubmit = (id: string, work: (field: (name: string) => string) => Promise<unknown>) =>
  find<HTMLFormElement>(id).addEventListener('submit', (event) => {
    event.preventDefault()
    const form = new FormData(event.target as HTMLFormElement)
    work((name) => String(form.get(name))).then(() => say(''), say)
  })
onSubmit('login', async (field) => {
  const reply = await login({ body: { email: field('email'), password: field('password') } })
  if (!('token' in reply)) throw new Error('This example does not ask for second factors or workspaces')
  fill('clients', (await listClients()).clients)
  fill('services', (await listServices()).services)
  find('login').hidden = true
  find('app').hidden = false
  followSessions()
})
onSubmit('book', (field) => {
  const [clientId, serviceIds] = [field('clientId'), [field('serviceId')]]
  return createSession({
    body: { name: 'Visit', clientId, serviceIds, date: field('date'), startTime: field('startTime') },
  })
})

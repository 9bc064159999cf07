import { identity } from '@workspace-platform/client/identity'
import { scheduling } from '@workspace-platform/client/scheduling'
import type { Client, Staff } from '@workspace-platform/client/scheduling'
import { createPlatformClient } from '@workspace-platform/client'
import { forEach, type Scene } from './scene.ts'

export const password = 'correct-horse-1'

const roles = {
  Practitioner: [
    'sessions.view',
    'sessions.create',
    'sessions.update',
    'clients.view',
    'tasks.view',
    'labs.view',
    'labs.run',
  ],
  'Front desk': [
    'sessions.view',
    'sessions.create',
    'sessions.update',
    'clients.manage',
    'services.view',
    'staff.view',
    'store.orders.manage',
    'pos.sessions.manage',
    'tasks.manage',
    'jobs.view',
  ],
}

const team: [name: string, role: keyof typeof roles][] = [
  ['Mona Said', 'Practitioner'],
  ['Omar Farouk', 'Practitioner'],
  ['Lina Haddad', 'Practitioner'],
  ['Sara Nabil', 'Front desk'],
]

const clientNames = [
  'Ali Hassan',
  'Nour Adel',
  'Yara Samir',
  'Karim Fathy',
  'Dina Magdy',
  'Hana Tarek',
  'Ziad Mostafa',
  'Salma Amin',
  'Tamer Lotfy',
  'Rania Kamal',
  'Adam Sherif',
  'Farida Helmy',
  'Youssef Nagy',
  'Laila Osman',
  'Hassan Reda',
  'Maya Zaki',
  'Jana Wael',
  'Seif Galal',
  'Malak Ashraf',
  'Ibrahim Said',
  'Nadine Fares',
  'Taha Mansour',
  'Reem Khalil',
  'Bassel Anwar',
]

export type People = { staff: Staff[]; clients: Client[]; staffLogins: string[] }

/** Creates clients, and staff members who have accepted their invitations. */
export const addPeople = async (scene: Scene): Promise<People> => {
  scene.progress.begin('people')
  const { createRole } = scene.owner.use(identity)
  const { createStaff, createClient } = scene.owner.use(scheduling)
  const roleIds = new Map<string, string>()
  await forEach(scene, Object.entries(roles), async ([name, permissions]) => {
    roleIds.set(name, (await createRole({ body: { name, permissions } })).role.id)
  })
  const staff = await forEach(scene, team, async ([name, role]) => {
    const email = `${name.split(' ')[0]!.toLowerCase()}-${scene.run}@example.com`
    return (await createStaff({ body: { name, email, roleId: roleIds.get(role)! } })).staff
  })
  const logins = await forEach(scene, staff, async ({ email }) =>
    (await accept(scene, email)) ? email : null,
  )
  const clients = await forEach(scene, clientNames, async (name, index) => {
    const [first, last] = name.toLowerCase().split(' ')
    const { client } = await createClient({
      body: {
        name,
        email: `${first}.${last}@example.com`,
        phone: `+1415555${String(1000 + index)}`,
        gender: index % 2 === 0 ? 'male' : 'female',
        dateOfBirth: `${1950 + index * 2}-0${1 + (index % 9)}-1${index % 9}`,
      },
    })
    return client
  })
  return { staff, clients, staffLogins: logins.filter((email) => email !== null) }
}

/** Accepts the invitation from the mail outbox, which is available only in development. */
const accept = async ({ visitor, owner }: Scene, to: string): Promise<boolean> => {
  const { messages } = await visitor.use(identity).listOutbox({ query: { to } })
  const token = messages[0]?.token
  if (!token) return false
  const person = createPlatformClient({ url: owner.baseUrl.replace(/\/v1$/, '') })
  await person.use(identity).acceptInvitation({ body: { token, password } })
  return true
}

// G10: the cost of validating a new client and a booking, compared with JSON.parse of the same body.
import { compileSchema, mismatch } from '../../libs/http/src/compiled-schema.ts'
import { NewClient } from '../../services/scheduling/src/clients/client.contract.ts'
import { NewSession } from '../../services/scheduling/src/sessions/session.contract.ts'
import { alternate, ratio, report } from './measure.ts'
import { newClient, requestsOf } from './parts/scene.ts'

const times = 20_000
const id = '5f'.repeat(12)
const booking = requestsOf('', '', { clientIds: [id], serviceId: id, staffIds: [id] }).book(0)
const bodies = {
  'new client': { schema: NewClient, text: JSON.stringify({ ...newClient(1), dateOfBirth: '1990-05-01' }) },
  booking: { schema: NewSession, text: booking.body! },
}

/** Returns the CPU time of this process per call, in microseconds. */
const cpuOf = (work: () => unknown) => (): number => {
  const before = process.cpuUsage()
  for (let time = 0; time < times; time += 1) if (work() === mismatch) throw new Error('a body was rejected')
  const { user, system } = process.cpuUsage(before)
  return (user + system) / times
}

const subjects = Object.entries(bodies).flatMap(([name, { schema, text }]): [string, () => number][] => {
  const validate = compileSchema(schema)
  const value: unknown = JSON.parse(text)
  return [
    [`JSON.parse of a ${name}`, cpuOf(() => JSON.parse(text))],
    [`validating a ${name}`, cpuOf(() => validate(value))],
  ]
})
for (const [, measure] of subjects) measure()
const results = await alternate(Object.fromEntries(subjects), 11)
await report({
  id: 'validation',
  title: 'Validating a request body',
  unit: 'µs CPU',
  results,
  goals: Object.keys(bodies).map((name) => ({
    goal: `G10 ${name}: validating / JSON.parse`,
    value: ratio(results[`validating a ${name}`]!, results[`JSON.parse of a ${name}`]!),
    atMost: 2.5,
  })),
})

import { root } from '../root.ts'
import { planResource, planService, Refusal, type Plan } from './plan.ts'
import { writePlan } from './write.ts'

const report = ({ files, service, resource }: Plan): string => {
  const own = [...files.keys()].filter((file) => file.startsWith(`services/${service.kebab}/`))
  const others = [...files.keys()].filter((file) => !own.includes(file))
  const contract = own.find((file) => file.endsWith(`${resource.kebab}.contract.ts`))
  return `Written:
${own.map((file) => `  ${file}`).join('\n')}
Registered for npm; other files are only generated:
${others.map((file) => `  ${file}`).join('\n')}

Next:
  Edit ${contract}. Only owners may use its routes until you add permissions.
  npm test -- ${service.kebab} ${resource.plural.kebab}
  npm run wp -- docs examples ${service.kebab} && npm run wp -- docs   after you change the contract
`
}

const make = (plan: () => Plan): void => {
  try {
    const made = plan()
    writePlan(root, made.files)
    console.log(report(made))
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    console.error(
      error instanceof Refusal ? message : `Nothing was written: ${message}\n${stderr?.toString() ?? ''}`,
    )
    process.exitCode = 1
  }
}

type Options = { plural?: string }

/** Creates a service with its first resource. Writes nothing and sets exit code 1 when a name is rejected. */
export const newService = (service: string, resource: string | undefined, { plural }: Options): void =>
  make(() => planService(root, { service, resource, plural }))

/** Creates a resource in a service. Writes nothing and sets exit code 1 when a name is rejected. */
export const newResource = (service: string, resource: string, { plural }: Options): void =>
  make(() => planResource(root, { service, resource, plural }))

import { parseArgs } from 'node:util'
import { root } from '../root.ts'
import { Refusal, type Plan } from './plan.ts'
import { writePlan } from './write.ts'

const say = ({ files, service, resource }: Plan): string => {
  const own = [...files.keys()].filter((file) => file.startsWith(`services/${service.kebab}/`))
  const others = [...files.keys()].filter((file) => !own.includes(file))
  const contract = own.find((file) => file.endsWith(`${resource.kebab}.contract.ts`))
  return `Written:
${own.map((file) => `  ${file}`).join('\n')}
Changed beside it, with the documents that are made from the code:
${others.map((file) => `  ${file}`).join('\n')}

Next:
  ${contract}   say what ${resource.article} ${resource.words} is; its routes are for owners until you give them permissions
  npm test -- ${service.kebab} ${resource.plural.kebab}   its checks and its tests
  npm run docs:examples -- ${service.kebab} && npm run docs:generate   once you have changed it
`
}

const read = (usage: string): { values: { help: boolean; plural?: string }; positionals: string[] } => {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h', default: false }, plural: { type: 'string' } },
    })
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`)
    process.exit(1)
  }
}

/** Reads the arguments, makes the plan and writes it; a refusal is one line and leaves everything as it is. */
export const make = (
  usage: string,
  count: { least: number; most: number },
  plan: (root: string, names: string[], plural?: string) => Plan,
): void => {
  const { values, positionals } = read(usage)
  const isAsked = values.help
  if (isAsked || positionals.length < count.least || positionals.length > count.most) {
    console[isAsked ? 'log' : 'error'](usage)
    process.exit(isAsked ? 0 : 1)
  }
  try {
    const made = plan(root, positionals, values.plural)
    writePlan(root, made.files)
    console.log(say(made))
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: Buffer }
    console.error(
      error instanceof Refusal ? message : `Nothing was made: ${message}\n${stderr?.toString() ?? ''}`,
    )
    process.exit(1)
  }
}

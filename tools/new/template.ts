import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { upperFirst, type Names } from './names.ts'

// The folder `template` is a sample service that the compiler and the linter check. Its names are replaced with those
// of the new service.

const folder = join(import.meta.dirname, 'template')

/** Returns the replacements for the template's names. `deps` is the type that the service's `deps.ts` exports. */
const wordsOf = (service: Names, resource: Names, deps: string): Record<string, string> => ({
  SampleServiceDeps: deps,
  'sample-service': service.kebab,
  sampleService: service.camel,
  'a sample record': `${resource.article} ${resource.words}`,
  'A sample record': `${upperFirst(resource.article)} ${resource.words}`,
  'sample records': resource.plural.words,
  'Sample records': upperFirst(resource.plural.words),
  'sample record': resource.words,
  'Sample record': upperFirst(resource.words),
  'sample-records': resource.plural.kebab,
  'sample-record': resource.kebab,
  sampleRecords: resource.plural.camel,
  sampleRecord: resource.camel,
  SampleRecords: resource.plural.pascal,
  SampleRecord: resource.pascal,
  sample_records: resource.plural.snake,
})

const replaceWords = (text: string, words: Record<string, string>): string => {
  const longestFirst = Object.keys(words).toSorted((a, b) => b.length - a.length)
  return text.replaceAll(new RegExp(longestFirst.join('|'), 'g'), (word) => words[word]!)
}

const fill = (pattern: string, target: string, words: Record<string, string>): Map<string, string> =>
  new Map(
    globSync(pattern, { cwd: folder }).map((file) => [
      `${target}/${replaceWords(file, words)}`,
      replaceWords(readFileSync(join(folder, file), 'utf8'), words),
    ]),
  )

/** Returns a resource's files and its test: file name → text. */
export const resourceFiles = (service: Names, resource: Names, deps: string): Map<string, string> =>
  fill('{src/sample-records,test}/*.ts', `services/${service.kebab}`, wordsOf(service, resource, deps))

/** Returns the files of a service and its first resource: file name → text. */
export const serviceFiles = (service: Names, resource: Names): Map<string, string> =>
  fill('**/*.*', `services/${service.kebab}`, wordsOf(service, resource, `${service.pascal}Deps`))

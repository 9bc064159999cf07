import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Texts = { [key: string]: string | Texts }

const folder = 'libs/texts/src/languages'

/**
 * Returns texts that are missing, superfluous or empty compared with English, and placeholders that differ.
 */
export const textProblems = (root: string): string[] => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts
  const model = read(`${folder}/en.json`)
  return globSync(`${folder}/*.json`, { cwd: root })
    .toSorted()
    .flatMap((file) =>
      differences(model, read(file)).map((problem) => `${folder}/${basename(file)}: ${problem}`),
    )
}

/** Compares the texts of a language with the English ones. */
export const differences = (model: Texts, texts: Texts): string[] => {
  const [wanted, found] = [flatten(model), flatten(texts)]
  const problems = [...wanted].flatMap(([key, text]) => {
    const translated = found.get(key)
    if (translated === undefined) return [`${key} is missing`]
    if (translated.trim() === '') return [`${key} is empty`]
    const [expected, actual] = [placeholders(text), placeholders(translated)]
    return expected === actual ? [] : [`${key} must have the placeholders ${expected || '(none)'}`]
  })
  return [
    ...problems,
    ...[...found.keys()].filter((key) => !wanted.has(key)).map((key) => `${key} is unknown`),
  ]
}

const flatten = (texts: Texts, prefix = ''): Map<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value] as const]
        : [...flatten(value, `${prefix}${key}.`)],
    ),
  )

const placeholders = (text: string): string =>
  [...new Set(Array.from(text.matchAll(/\{\{[\w.]+\}\}|\{\w+\}/g), ([placeholder]) => placeholder))]
    .toSorted()
    .join(' ')

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { differences } from './texts.ts'

const folder = 'services/console/web'

type Texts = Record<string, string>

/** A key with its plural form removed: `clients.count_one` is a form of `clients.count`. */
const plural = /_(zero|one|two|few|many|other)$/

/** Returns plural forms that are missing, superfluous or have other placeholders than in English. */
const pluralProblems = (language: string, texts: Texts): string[] => {
  const wanted = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const bases = new Set(
    Object.keys(texts)
      .filter((key) => plural.test(key))
      .map((key) => key.replace(plural, '')),
  )
  return [...bases].flatMap((base) => {
    const found = Object.keys(texts).filter((key) => plural.test(key) && key.replace(plural, '') === base)
    const missing = wanted.filter((form) => !found.includes(`${base}_${form}`))
    const unknown = found.filter((key) => !wanted.some((form) => key === `${base}_${form}`))
    return [
      ...missing.map((form) => `${base}_${form} is missing`),
      ...unknown.map((key) => `${key} is not a plural form of this language`),
    ]
  })
}

/** Plural forms are compared as one text, because languages have different forms and may omit the number. */
const withoutForms = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts)
      .filter(([key]) => !plural.test(key) || key.endsWith('_other'))
      .map(([key, text]) => [key.replace(plural, ''), text]),
  )

/** Returns keys that no source uses, either completely or by a prefix as in `status.${status}`. */
export const unusedTexts = (keys: readonly string[], sources: readonly string[]): string[] => {
  const code = sources.join('\n')
  const literals = new Set([...code.matchAll(/'([\w.-]+)'/g)].map(([, key]) => key!))
  const prefixes = [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, prefix]) => prefix!)
  return [...new Set(keys.map((key) => key.replace(plural, '')))].filter(
    (key) => !literals.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)),
  )
}

/** Pages before the login load only these texts. */
const loadedBeforeLogin = ['i18n/en.json', 'ui/api-messages.en.json']
/** By the beginning of a path; the first match counts. */
const textsOfFiles: Record<string, string[]> = {
  // Date fields load their texts themselves.
  'ui/calendar': [...loadedBeforeLogin, 'ui/dates.en.json'],
  'ui/date-': [...loadedBeforeLogin, 'ui/dates.en.json'],
  'ui/': loadedBeforeLogin,
  'areas/sign-in/': [...loadedBeforeLogin, 'areas/sign-in/sign-in.en.json'],
}

/** Returns keys that files use although their pages do not load them; users would see the keys. */
export const unloadedTexts = (
  texts: Record<string, readonly string[]>,
  sources: Record<string, string>,
): string[] => {
  const baseOf = (key: string): string => key.replace(plural, '')
  const all = new Set(Object.values(texts).flat().map(baseOf))
  return Object.entries(sources).flatMap(([path, source]) => {
    const [, files] = Object.entries(textsOfFiles).find(([start]) => path.startsWith(start)) ?? []
    if (!files) return []
    const loaded = new Set(files.flatMap((file) => texts[file] ?? []).map(baseOf))
    return [...source.matchAll(/'([\w.-]+)'/g)]
      .map(([, key]) => key!)
      .filter((key) => all.has(key) && !loaded.has(key))
      .map((key) => `${path}: ${key} is not loaded here; move it to ${files.join(' or ')}`)
  })
}

/** Returns the problems with the texts of one area: file name → texts of a language. */
export const areaTextProblems = (english: Texts, arabic: Texts): string[] => [
  ...differences(withoutForms(english), withoutForms(arabic)).map((problem) => `Arabic: ${problem}`),
  ...pluralProblems('en', english).map((problem) => `English: ${problem}`),
  ...pluralProblems('ar', arabic).map((problem) => `Arabic: ${problem}`),
]

/**
 * Returns texts of the console that are missing, unused, empty or have different placeholders than in
 * English.
 */
export const consoleTextProblems = (root: string): string[] => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts
  const files = globSync(`${folder}/**/*en.json`, { cwd: root }).toSorted()
  const sources = Object.fromEntries(
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => [file.slice(folder.length + 1), readFileSync(join(root, file), 'utf8')]),
  )
  const keysByFile = Object.fromEntries(
    files.map((file) => [file.slice(folder.length + 1), Object.keys(read(file))]),
  )
  const all = Object.values(keysByFile).flat()
  const repeated = all.filter((key, index) => all.indexOf(key) !== index)
  return [
    ...files.flatMap((file) =>
      areaTextProblems(read(file), read(file.replace(/en\.json$/, 'ar.json'))).map(
        (problem) => `${file}: ${problem}`,
      ),
    ),
    ...unusedTexts(all, Object.values(sources)).map((key) => `${folder}: ${key} is not used`),
    ...unloadedTexts(keysByFile, sources).map((problem) => `${folder}/${problem}`),
    ...repeated.map((key) => `${folder}: ${key} is defined in two areas`),
  ]
}

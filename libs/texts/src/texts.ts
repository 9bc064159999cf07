import { readdirSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import en from './languages/en.json' with { type: 'json' }

/** English is the reference: `npm run check` rejects a language in which one of its texts is missing. */
export type Texts = Omit<typeof en, 'direction'> & { direction: string }

const folder = new URL('languages/', import.meta.url)

/** Every file in the folder is a language, so that a new language is one new file. */
const textsByLanguage: ReadonlyMap<string, Texts> = new Map(
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): [string, Texts] => [
      name.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Texts,
    ])
    .toSorted(([a], [b]) => Number(b === 'en') - Number(a === 'en') || (a < b ? -1 : 1)),
)

/** The codes of all languages, English first. */
export const languages: readonly string[] = [...textsByLanguage.keys()]

/** A language that customers can be addressed in. Not an enum, whose type would have to list the languages. */
export const Language = z
  .string()
  .refine((code) => textsByLanguage.has(code), { error: `must be one of ${languages.join(', ')}` })
  .describe(`One of ${languages.join(', ')}`)

/** Returns the texts of a language, or the English ones when it is unknown. */
export const textsFor = (language: string): Texts => textsByLanguage.get(language) ?? en

/** Returns the text direction of a language. */
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  textsFor(language).direction === 'rtl' ? 'rtl' : 'ltr'

/** Replaces the placeholders of a text, such as `{token}`. Values are inserted unchanged. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)

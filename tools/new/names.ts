import { toCamel, toPascal } from '../docs/names.ts'

/** A name in every form that code and texts need. */
export type Names = {
  kebab: string
  camel: string
  pascal: string
  words: string
  article: 'a' | 'an'
  plural: { kebab: string; camel: string; pascal: string; words: string; snake: string }
}

const toWords = (kebab: string): string => kebab.replaceAll('-', ' ')
export const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns the plural of a regular English noun; use `--plural` for others. */
export const toPlural = (kebab: string): string => {
  if (/[^aeiou]y$/.test(kebab)) return kebab.replace(/y$/, 'ies')
  return /(s|x|z|ch|sh)$/.test(kebab) ? `${kebab}es` : `${kebab}s`
}

/** Returns the singular of a regular plural, or the name itself. */
export const toSingular = (kebab: string): string =>
  [kebab.replace(/ies$/, 'y'), kebab.replace(/es$/, ''), kebab.replace(/s$/, '')].find(
    (singular) => singular !== kebab && toPlural(singular) === kebab,
  ) ?? kebab

export const namesOf = (kebab: string, plural = toPlural(kebab)): Names => ({
  kebab,
  camel: toCamel(kebab),
  pascal: toPascal(kebab),
  words: toWords(kebab),
  article: /^[aeiou]/.test(kebab) ? 'an' : 'a',
  plural: {
    kebab: plural,
    camel: toCamel(plural),
    pascal: toPascal(plural),
    words: toWords(plural),
    snake: plural.replaceAll('-', '_'),
  },
})

const maxLength = 30

/** Returns why a name is malformed, or null. */
export const formProblem = (name: string): string | null => {
  if (/^[a-z]+(-[a-z]+)*$/.test(name) && name.length > 1 && name.length <= maxLength) return null
  const closest = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replaceAll(/[^a-z]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxLength)
  return `“${name}” is invalid. A name must be lower-case words joined by hyphens, 2 to ${maxLength} characters, such as “${closest.length > 1 ? closest : 'parking-space'}”.`
}

/** TypeScript's keywords that cannot be names, and words that would be confusing. */
const reserved =
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try type typeof undefined var void while with yield'.split(
    ' ',
  )

/** Names that the template already uses for something else. */
const usedByTemplate =
  'api body change changed changes contract created db deps items listed made mine name one other params path query record reply resource response route routes service status stored tag test tx updated workspace'.split(
    ' ',
  )

const usedTypes = ['Database', 'Id', 'IdString', 'Names', 'PageQuery', 'Pagination', 'TenantDoc', 'Tx']
const isTypeName = (pascal: string): boolean => pascal in globalThis || usedTypes.includes(pascal)

/** Returns why a well-formed name cannot be used in code, or null. */
export const wordProblem = ({ kebab, camel, pascal, plural }: Names): string | null => {
  const word = [camel, plural.camel].find(
    (each) => reserved.includes(each) || usedByTemplate.includes(each) || isTypeName(pascal),
  )
  if (!word) return null
  return `“${kebab}” is reserved in TypeScript or already used in services. Choose a longer name, such as “own-${kebab}”.`
}

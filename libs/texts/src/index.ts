export { directionOf, fillText, Language, languages, textsFor } from './texts.ts'
export type { Texts } from './texts.ts'

export { directionOf, fillText, Language, textsFor } from './texts.ts'
export type { Texts } from './texts.ts'

export { addressOf } from './addresses.ts'
export type { SitePath } from './addresses.ts'
export { isFormKey, requireForm } from './forms.ts'
export {
  contactLines,
  firstLetterOf,
  toBusinessPage,
  toFramedPage,
  toLanguageSwitch,
  toMissingPage,
} from './frame.ts'
export type { BusinessSite } from './frame.ts'
export { contentSecurityPolicy } from './policy.ts'
export { preferredLanguage } from './preferred-language.ts'
export { livePart, readPart, sendOncePart, toScript } from './scripts.ts'
export { toStyleSheet } from './style.ts'
export { dateLocale, instantOn, zoneNote } from './times.ts'
export type { Reader } from './times.ts'

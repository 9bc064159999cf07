/**
 * Routes that do not read the database, or do not read it for the tokens of generated requests. The tests
 * cannot make them return 500, 503 or 504.
 */
export const answeredWithoutStore: string[] = [
  'getBookingEmbed',
  'getBookingSiteScript',
  'getContestSiteScript',
  'getDomainBookingEmbed',
  'getErrorReference',
  'getEventReference',
  'getHealth',
  'getIndex',
  'getOpenApi',
  'getOptOut',
  'getPublicReport',
  'getReference',
  'getJwks',
  'getShopScript',
  'listDeadLetters',
  'openPublicReport',
  'redriveDeadLetter',
  'setOptOut',
]

/** Monitoring routes, which have no rate limit. */
export const neverLimited: string[] = ['getHealth']

/** Routes whose record always exists, or is created by them, so a missing record is not an error. */
export const makesWhatItNames: string[] = [
  'previewMessageTemplate',
  'putDesignResult',
  'updateMessageTemplate',
]

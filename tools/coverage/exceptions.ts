/** Routes that do not read the database. The tests do not make them return 500, 503 or 504. */
export const answeredWithoutStore: string[] = [
  'getErrorReference',
  'getEventReference',
  'getHealth',
  'getIndex',
  'getOpenApi',
  'getReference',
  'getJwks',
  'getShopStyle',
  'listDeadLetters',
  'redriveDeadLetter',
]

/** Monitoring routes, which have no rate limit. */
export const neverLimited: string[] = ['getHealth']

/** Routes that create the record in their path, so a missing record is not an error. */
export const makesWhatItNames: string[] = ['putDesignResult']

/** Routes that ask no store of their own (memory, messages): none can fail and make them answer 500, 503 or 504. */
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

/** Routes that answer however often they are asked: whoever watches the platform must not be sent away. */
export const neverLimited: string[] = ['getHealth']

/** Routes that make the record they name: one that does not exist is no failure. */
export const makesWhatItNames: string[] = ['putDesignResult']

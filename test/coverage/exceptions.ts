/** Routes that answer from memory alone: no failing store can make them answer 500, 503 or 504. */
export const answeredWithoutStore: string[] = ['getHealth', 'getIndex', 'getOpenApi', 'getJwks']

/** Routes that answer however often they are asked: whoever watches the platform must not be sent away. */
export const neverLimited: string[] = ['getHealth']

/** Routes that answer from memory alone: no failing store can make them answer 500, 503 or 504. */
export const answeredWithoutStore: string[] = ['getHealth', 'getIndex', 'getOpenApi', 'getJwks']

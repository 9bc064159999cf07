/** Every route that anyone may call; a new one has to be added here, on purpose. */
export const publicRoutes: string[] = []

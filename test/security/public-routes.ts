/** Every route that anyone may call; a new one has to be added here, on purpose. */
export const publicRoutes: string[] = [
  'adminLogin',
  'bootstrapAdmin',
  'createWorkspace',
  'getHealth',
  'getIndex',
  'getJwks',
  'getOpenApi',
  'listPublicBusinessCategories',
  'listPublicPlans',
  'login',
  'refresh',
  'signup',
]

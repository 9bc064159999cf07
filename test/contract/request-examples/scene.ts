import * as adminBilling from '@wp/admin-billing/contract'
import * as contests from '@wp/contests/contract'
import * as finance from '@wp/finance/contract'
import * as identity from '@wp/identity/contract'
import * as labs from '@wp/labs/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import * as webhooks from '@wp/webhooks/contract'
import { adminApi, newWorkspace, uniqueName } from '@wp/testing'

/** A separate workspace for each example, with calls as its owner and as an administrator. */
export const newScene = async () => {
  const workspace = await newWorkspace()
  return {
    ...workspace,
    adminBilling: await adminApi(adminBilling),
    contests: workspace.use(contests),
    finance: workspace.use(finance),
    identity: workspace.use(identity),
    labs: workspace.use(labs),
    pos: workspace.use(pos),
    scheduling: workspace.use(scheduling),
    storefront: workspace.use(storefront),
    webhooks: workspace.use(webhooks),
  }
}

export type Scene = Awaited<ReturnType<typeof newScene>>

/** A client with all data that reports and messages need. */
export const newClient = async ({ scheduling }: Scene) => {
  const email = `${uniqueName('client')}@shop.example`
  const person = { name: 'Mona Said', email, gender: 'female', dateOfBirth: '1990-05-20' } as const
  return (await scheduling.createClient(person)).body.client.id
}

export const newService = async ({ scheduling }: Scene) =>
  (await scheduling.createService({ name: uniqueName('Cut '), durationMinutes: 30, price: 119 })).body.service
    .id

export const newSession = async (scene: Scene) => {
  const booking = {
    name: 'Visit',
    clientId: await newClient(scene),
    serviceIds: [await newService(scene)],
    date: '2027-03-10',
    startTime: '09:00',
  }
  return (await scene.scheduling.createSession(booking)).body.session.id
}

export const newSessionField = async ({ scheduling }: Scene, key = uniqueName('field')) =>
  (await scheduling.createSessionField({ key, label: 'Car', type: 'text', phase: 'pre' })).body.field.id

export const newStaffField = async ({ scheduling }: Scene) =>
  (await scheduling.createStaffField({ key: uniqueName('field'), label: 'Badge', type: 'text' })).body.field
    .id

export const newRole = async ({ identity }: Scene) =>
  (await identity.createRole({ name: uniqueName('Role '), permissions: ['sessions.view'] })).body.role.id

export const newMember = async (scene: Scene) => {
  const email = `${uniqueName('staff')}@shop.example`
  const profile = { name: 'Mona', email, roleId: await newRole(scene) }
  return { email, staffId: (await scene.scheduling.createStaff(profile)).body.staff.id }
}

export const newTask = async (scene: Scene) => {
  const { staffId } = await newMember(scene)
  const { task } = (await scene.scheduling.createTask({ title: 'Order shampoo', staffId })).body
  return { staffId, taskId: task.id }
}

/** Opens a booking page without limits for a service, with the session field that the example fills in. */
export const newBookingPage = async (scene: Scene) => {
  const slug = uniqueName('book-')
  const serviceId = await newService(scene)
  const publicFieldIds = [await newSessionField(scene, 'car')]
  await scene.scheduling.putBookingPage({
    slug,
    isEnabled: true,
    leadMinutes: 0,
    changeUntilMinutes: 0,
    publicFieldIds,
  })
  return { slug, serviceId }
}

export const newAnalysis = async ({ labs }: Scene) =>
  (await labs.createAnalysis({ testName: uniqueName('Glucose '), price: 12.5 })).body.analysis.id

export const newLabUnit = async ({ labs }: Scene) =>
  (await labs.createLabUnit({ labUnitTitle: uniqueName('mg/dL ') })).body.labUnit.id

export const newRange = async (scene: Scene) => {
  const analysisId = await newAnalysis(scene)
  const { range } = (
    await scene.labs.createRange({ params: { analysisId }, body: { lowLimit: 70, highLimit: 100 } })
  ).body
  return { analysisId, rangeId: range.id }
}

export const newLabTest = async (scene: Scene) => {
  const clientId = await newClient(scene)
  const analysisIds = [await newAnalysis(scene)]
  const { test } = (await scene.labs.createTest({ clientId, testDate: '2027-03-10', analysisIds })).body
  return { testId: test.id, itemId: test.items[0]!.id }
}

/** A completed lab test with a result. */
export const newCompletedLabTest = async (scene: Scene) => {
  const params = await newLabTest(scene)
  await scene.labs.setTestResult({ params, body: { resultValueNumeric: 85 } })
  await scene.labs.completeTest({ params })
  return params
}

export const openTill = async ({ pos }: Scene) =>
  (await pos.openTillSession({ register: uniqueName('r'), openingFloat: 100 })).body.session.id

/** A draft invoice of 25 in the workspace's currency, with its till. */
export const newInvoice = async (scene: Scene) => {
  const sessionId = await openTill(scene)
  const items = [{ name: 'Vase', quantity: 2, unitPrice: 12.5 }]
  const { invoice } = (await scene.pos.createInvoice({ sessionId, items })).body
  return { sessionId, invoiceId: invoice.id, itemId: invoice.items[0]!.id }
}

export const newFinalizedInvoice = async (scene: Scene) => {
  const invoice = await newInvoice(scene)
  await scene.pos.finalizeInvoice({ params: invoice })
  return invoice
}

/** Publishes the workspace's store, which products and orders belong to. */
export const openStore = async ({ storefront }: Scene) => {
  const slug = uniqueName('shop-')
  await storefront.putStore({ slug, name: 'Blue Moon', isPublished: true })
  return slug
}

export const newProduct = async ({ storefront }: Scene) => {
  const vase = { name: uniqueName('Vase '), price: 12.5, status: 'active', stock: 20 } as const
  return (await storefront.createProduct(vase)).body.product.id
}

/** A product that is sold in two sizes. */
export const newVariedProduct = async ({ storefront }: Scene) => {
  const variants = ['Small', 'Large'].map((name) => ({ name, stock: 20 }))
  const vase = { name: uniqueName('Vase '), price: 12.5, status: 'active', variants } as const
  const { product } = (await storefront.createProduct(vase)).body
  return { productId: product.id, variantIds: product.variants.map(({ id }) => id) }
}

export const newCategory = async ({ storefront }: Scene) =>
  (await storefront.createCategory({ name: uniqueName('Hair ') })).body.category.id

export const newPage = async ({ storefront }: Scene) =>
  (await storefront.createPage({ type: 'faq', title: 'Questions', content: '<p>Hi</p>' })).body.page.id

export const newOrder = async (scene: Scene) => {
  const slug = await openStore(scene)
  const { order } = (
    await scene.storefront.createOrder({
      params: { slug },
      body: {
        customer: { name: 'Ann', email: 'ann@example.com' },
        items: [{ productId: await newProduct(scene), quantity: 2 }],
      },
    })
  ).body
  return { orderId: order.id, itemId: order.items[0]!.id }
}

/** A published contest that has started. */
export const newContest = async ({ contests }: Scene) => {
  const hour = 3_600_000
  const options = ['a', 'b'].map((id) => ({ id, label: id }))
  const quiz = {
    title: 'Quiz',
    startsAt: new Date(Date.now() - hour).toISOString(),
    endsAt: new Date(Date.now() + hour).toISOString(),
    questions: [{ text: 'First', options, correctOptionId: 'a', points: 1 }],
  }
  const params = { contestId: (await contests.createContest(quiz)).body.contest.id }
  await contests.updateContest({ params, body: { status: 'published' } })
  return params
}

export const newEndpoint = async ({ webhooks }: Scene) => {
  const endpoint = { url: 'https://hooks.example/platform', events: ['client.*'] }
  return (await webhooks.createWebhookEndpoint(endpoint)).body.webhookEndpoint.id
}

export const newApiKey = async ({ identity }: Scene) =>
  (await identity.createApiKey({ name: 'Shop sync', permissions: ['clients.view'] })).body.apiKey.id

import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { newStaff, uniqueName, visitorApi } from '@wp/testing'
import { describe } from 'vitest'
import { newSalon } from './console.ts'
import type { Language } from './console.ts'
import { enterAsOwner, testScreens } from './console-looks.ts'
import type { Screen } from './console-looks.ts'

const words = {
  en: {
    salon: 'Nefertiti Salon',
    tasks: [
      'Clean the windows',
      'Repair the dryer of chair 3',
      'Order new towels',
      'Call the supplier',
      'Print price lists',
    ],
    description: 'It switches itself off after a few minutes. The receipt is in the drawer of the reception.',
    comments: ['The guarantee covers it until March.', 'They come on Sunday at ten.'],
    person: 'Mona Adel',
    client: 'Laila Osman',
    products: ['Argan shampoo', 'Hair oil', 'Rose hand cream'],
  },
  ar: {
    salon: 'صالون نفرتيتي',
    tasks: ['تنظيف النوافذ', 'إصلاح مجفف الكرسي ٣', 'طلب مناشف جديدة', 'الاتصال بالمورّد', 'طباعة قوائم الأسعار'],
    description: 'ينطفئ من تلقاء نفسه بعد دقائق. الإيصال في درج الاستقبال.',
    comments: ['الضمان سارٍ حتى مارس.', 'سيأتون يوم الأحد في العاشرة.'],
    person: 'منى عادل',
    client: 'ليلى عثمان',
    products: ['شامبو الأرغان', 'زيت الشعر', 'كريم اليدين بالورد'],
  },
} as const

const dayAfter = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(
    new Date(Date.now() + days * 86_400_000),
  )

/** Creates a salon with tasks in every state, a discussed one, and a client who has ordered in the shop. */
const salonWithTasks = async (language: Language) => {
  const word = words[language]
  const owner = await newSalon(scheduling, language, word.salon)
  const { api, workspaceId } = owner
  const { staffId } = await newStaff(owner, ['tasks.manage'])
  await api.updateStaff({ params: { staffId }, body: { name: word.person } })
  const ids: string[] = []
  for (const [index, title] of word.tasks.entries()) {
    const { task } = (
      await api.createTask({
        title,
        description: index === 1 ? word.description : null,
        staffId: index === 2 ? null : staffId,
        dueDate: [null, dayAfter(0), dayAfter(3), dayAfter(-2), dayAfter(-5)][index]!,
        status: (['open', 'in-progress', 'open', 'open', 'done'] as const)[index]!,
      })
    ).body
    ids.push(task.id)
  }
  const author = { authorId: workspaceId, authorType: 'workspace' as const, authorName: word.salon }
  for (const body of word.comments)
    await api.createComment({ params: { taskId: ids[1]! }, body: { ...author, body } })
  const { client } = (
    await api.createClient({ name: word.client, email: 'laila@example.com', phone: '+201005550122' })
  ).body
  const shop = owner.use(storefront)
  const slug = uniqueName('nefertiti-')
  await shop.putStore({ slug, name: word.salon, locale: language, currencyCode: 'EGP', isPublished: true })
  for (const [index, name] of word.products.entries()) {
    const { product } = (await shop.createProduct({ name, price: 145 + index * 40, status: 'active' })).body
    const contact = index === 1 ? { phone: '+201005550122' } : { email: 'laila@example.com' }
    const { order } = (
      await visitorApi(storefront).createOrder({
        params: { slug },
        body: {
          customer: { name: word.client, ...contact },
          items: [{ productId: product.id, quantity: index + 1 }],
        },
      })
    ).body
    for (const status of (['confirmed', 'fulfilled'] as const).slice(0, 2 - index))
      await shop.setOrderStatus({ params: { orderId: order.id }, body: { status } })
  }
  return { ...owner, taskId: ids[1]!, clientId: client.id, word }
}

type Salon = Awaited<ReturnType<typeof salonWithTasks>>

const screens = ({ taskId, clientId, word }: Salon): Screen[] => [
  ['/tasks', 'tasks', word.tasks[4]],
  [`/tasks?open=${taskId}`, 'tasks-task', word.comments[0]],
  ['/tasks?open=new', 'tasks-form', word.tasks[4]],
  [`/clients/${clientId}?tab=orders`, 'client-orders', word.products[0]],
]

describe('screens of tasks and of the orders of a client', { timeout: 300_000 }, () => {
  testScreens({
    prepare: salonWithTasks,
    enter: enterAsOwner,
    screens,
    onPhone: { tasks: 'tasks-phone', 'tasks-task': 'tasks-task-phone' },
  })
})

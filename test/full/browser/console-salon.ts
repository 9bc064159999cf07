import * as finance from '@wp/finance/contract'
import * as identity from '@wp/identity/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, uniqueName, visitorApi } from '@wp/testing'
import { expect } from 'vitest'
import { newDomain, newSalon } from './console.ts'
import type { Language } from './console.ts'

const words = {
  en: {
    salon: 'Nefertiti Salon',
    clients: [
      'Laila Osman',
      'Ali Hassan',
      'Farah Mostafa',
      'Heba Nader',
      'Karim Wael',
      'Mai Samir',
      'Mariam Kamal',
      'Nour Hany',
      'Omar Tarek',
      'Rana Adel',
      'Salma Ali',
      'Yara Emad',
      'Ziad Magdy',
    ],
    staff: ['Sara Nabil', 'Huda Fathy', 'Karim Said', 'Dina Zaki'],
    roles: ['Stylist', 'Reception'],
    services: ['Cut', 'Colour and cut', 'Manicure', 'Keratin'],
    products: ['Argan shampoo', 'Hair oil'],
    shelf: ['Brush', 'Gift card', 'Hair mask', 'Nail polish', 'Comb', 'Curl cream'],
    tasks: ['Order new towels', 'Call the supplier'],
    note: 'Prefers cooler tones. Bring the 7.1 chart.',
    holiday: 'Staff outing',
    register: 'Front',
    tax: 'VAT',
    customers: ['Dina Zaki', 'Adam Sherif'],
  },
  ar: {
    salon: 'صالون نفرتيتي',
    clients: [
      'ليلى عثمان',
      'علي حسن',
      'فرح مصطفى',
      'هبة نادر',
      'كريم وائل',
      'مي سمير',
      'مريم كمال',
      'نور هاني',
      'عمر طارق',
      'رنا عادل',
      'سلمى علي',
      'يارا عماد',
      'زياد مجدي',
    ],
    staff: ['سارة نبيل', 'هدى فتحي', 'كريم سعيد', 'دينا زكي'],
    roles: ['مصففة', 'الاستقبال'],
    services: ['قص', 'صبغة وقص', 'مانيكير', 'كيراتين'],
    products: ['شامبو بزيت الأرجان', 'زيت للشعر'],
    shelf: ['فرشاة', 'بطاقة هدية', 'قناع للشعر', 'طلاء أظافر', 'مشط', 'كريم للتجعيد'],
    tasks: ['طلب مناشف جديدة', 'الاتصال بالمورّد'],
    note: 'تفضّل الدرجات الباردة.',
    holiday: 'رحلة الموظفين',
    register: 'الأمامي',
    tax: 'القيمة المضافة',
    customers: ['دينا زكي', 'آدم شريف'],
  },
} as const

const mailboxes = ['sara', 'huda', 'karim', 'dina']

const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone }).format(at)

const everyDay = (start: string, end: string) => {
  const day = { isOpen: true, intervals: [{ start, end }] }
  return {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  }
}

/** Creates a salon in Cairo on a working day, with bookings, sales, orders and tasks. */
export const busySalon = async (language: Language) => {
  const word = words[language]
  const owner = await newSalon(scheduling, language, word.salon)
  const { api } = owner
  const today = dayIn('Africa/Cairo', new Date())
  const members = owner.use(identity)
  const { role } = (await members.createRole({ name: word.roles[0], permissions: ['sessions.view'] })).body
  await members.createRole({
    name: word.roles[1],
    permissions: ['sessions.view', 'sessions.create', 'sessions.update', 'clients.manage', 'services.view'],
  })
  const { workspace } = (
    await members.updateWorkspace({
      workingHours: everyDay('09:00', '19:00'),
      taxRates: [{ name: word.tax, percentage: 14 }],
    })
  ).body
  const { id: vatId, name: vatName, percentage } = workspace.taxRates[0]!
  const domain = newDomain()
  const staffIds: string[] = []
  for (const name of word.staff) {
    const profile = {
      name,
      email: `${mailboxes[staffIds.length]}@${domain}`,
      roleId: role.id,
      phone: `+20122${String(4_410_275 + staffIds.length * 83_119)}`,
      ...(staffIds.length === 2 && { workingHours: everyDay('11:00', '19:00') }),
    }
    staffIds.push((await api.createStaff(profile)).body.staff.id)
  }
  const serviceIds: string[] = []
  for (const [index, name] of word.services.entries()) {
    const service = {
      name,
      scope: 'sessions' as const,
      durationMinutes: [45, 90, 45, 120][index]!,
      price: 350 + 150 * index,
      taxRateId: vatId,
    }
    serviceIds.push((await api.createService(service)).body.service.id)
  }
  const clientIds: string[] = []
  for (const [index, name] of word.clients.toReversed().entries()) {
    const phone = `+2010${String(1234567 + index * 98_765).padStart(8, '0')}`
    const { client } = (
      await api.createClient({
        name,
        phone,
        email:
          index % 4 === 2
            ? null
            : `${words.en.clients.toReversed()[index]!.toLowerCase().replace(' ', '.')}@example.com`,
        dateOfBirth: `${1978 + index}-0${1 + (index % 9)}-1${index % 9}`,
        gender: index % 3 === 1 ? 'male' : 'female',
        ...(index % 5 === 0 && { discount: { kind: 'percentage' as const, value: 10 } }),
        ...(index === 12 && { notes: word.note }),
      })
    ).body
    clientIds.unshift(client.id)
  }
  const book = async (
    client: number,
    service: number,
    staff: number,
    date: string,
    startTime: string,
    durationMinutes: number | null = null,
  ) =>
    (
      await api.createSession({
        durationMinutes,
        name: word.services[service]!,
        clientId: clientIds[client]!,
        serviceIds: [serviceIds[service]!],
        staffId: staffIds[staff]!,
        date,
        startTime,
      })
    ).body.session.id
  const complete = async (id: string): Promise<void> => {
    for (const status of ['in-progress', 'completed'] as const)
      await api.setSessionStatus({ params: { sessionId: id }, body: { status } })
  }
  for (const days of [7, 21, 49]) {
    const past = dayIn('Africa/Cairo', new Date(Date.now() - days * 86_400_000))
    await complete(await book(0, days % 4, 0, past, '14:00'))
  }
  await complete(await book(7, 0, 0, today, '09:30'))
  const second = await book(11, 2, 1, today, '11:00')
  await api.setSessionStatus({ params: { sessionId: second }, body: { status: 'in-progress' } })
  await book(8, 0, 2, today, '12:15')
  const visit = await book(0, 1, 0, today, '14:00', 90)
  await api.createSessionNote({ params: { sessionId: visit }, body: { body: word.note } })
  await book(9, 3, 0, today, '16:00', 30)
  await complete(await book(10, 2, 1, today, '09:00'))
  await book(5, 3, 0, today, '10:30', 90)
  await book(3, 2, 1, today, '13:00', 60)
  await book(12, 0, 2, today, '13:30', 30)
  await book(1, 0, 2, today, '15:00', 60)
  await book(6, 1, 3, today, '10:00', 60)
  await book(2, 3, 3, today, '13:30', 180)
  const near = (days: number): string => dayIn('Africa/Cairo', new Date(Date.now() + days * 86_400_000))
  for (const [index, days] of [-3, -2, -1, 1, 2, 3, 4, 5].entries()) {
    const ids = [
      await book(index, index % 4, index % 4, near(days), `${10 + (index % 3)}:00`, 60),
      await book(index + 2, (index + 1) % 4, (index + 2) % 4, near(days), `${10 + (index % 3)}:30`, 90),
      await book(index + 4, (index + 2) % 4, (index + 1) % 4, near(days), '15:15', 45),
    ]
    if (days < 0) for (const id of ids) await complete(id)
  }
  await api.createHoliday({ name: word.holiday, date: near(6) })
  for (const [index, title] of word.tasks.entries())
    await api.createTask({
      title,
      dueDate: dayIn('Africa/Cairo', new Date(Date.now() - index * 3 * 86_400_000)),
    })
  const books = owner.use(finance)
  for (const [days, amount] of [
    [0, 4350],
    [7, 3720],
  ] as const)
    await books.createIncome({
      title: word.services[1]!,
      currencyCode: 'EGP',
      amount,
      date: dayIn('Africa/Cairo', new Date(Date.now() - days * 86_400_000)),
      category: 'sales',
    })
  const till = owner.use(pos)
  const sessionId = await eventually(async () => {
    const opened = await till.openTillSession({ register: word.register, openingFloat: 500 })
    expect(opened.body.session.currencyCode).toBe('EGP')
    return opened.body.session.id
  })
  for (const client of [8, 2]) {
    const item = { name: word.services[3]!, quantity: 1, unitPrice: 800, taxRateId: vatId }
    const sale = { sessionId, clientId: clientIds[client]!, items: [item] }
    const { invoice } = (await till.createInvoice(sale)).body
    await till.finalizeInvoice({ params: { invoiceId: invoice.id } })
  }
  const slug = uniqueName('nefertiti-')
  const shop = owner.use(storefront)
  await shop.putStore({ slug, name: word.salon, locale: language, currencyCode: 'EGP', isPublished: true })
  for (const [index, name] of word.products.entries()) {
    const { product } = (
      await shop.createProduct({
        name,
        price: 185.5 + index * 55,
        taxRateId: vatId,
        status: 'active',
        stock: 20,
      })
    ).body
    await visitorApi(storefront).createOrder({
      params: { slug },
      body: {
        customer: {
          name: word.customers[index]!,
          email: ['dina.zaki@example.com', 'adam.sherif@example.com'][index]!,
        },
        items: [{ productId: product.id, quantity: index + 1 }],
      },
    })
  }
  for (const [index, name] of word.shelf.entries())
    await shop.createProduct({
      name,
      price: 95 + index * 45,
      taxRateId: vatId,
      status: 'active',
      stock: [12, null, 3, 0, 40, 8][index]!,
    })
  return {
    ...owner,
    clientId: clientIds[0]!,
    clientName: word.clients[0],
    staffId: staffIds[2]!,
    staffName: word.staff[2],
    words: word,
    roleName: word.roles[1],
    nextWeek: near(7),
    vat: { id: vatId, name: vatName, percentage },
  }
}

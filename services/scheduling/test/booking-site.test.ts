import * as identity from '@wp/identity/contract'
import { newId } from '@wp/kernel'
import { isRoute } from '@wp/http'
import { eventually, platform, verifyReply } from '@wp/testing'
import { accessibilityFindings, pageOf, textOf } from '@wp/testing/pages'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import {
  book,
  inDays,
  linkTokenIn,
  mailsTo,
  newBookingSalon,
  newEmail,
  putPage,
  visitor,
} from './booking-scene.ts'
import type { BookingSalon } from './booking-scene.ts'
import { newService } from './salon.ts'

/** Checks a reply against the route of its path, like calls through the typed API. */
const verify = (method: string, path: string, { status, headers }: Response, text: string): void => {
  const { pathname } = new URL(path, platform().gatewayUrl)
  const route = Object.values<unknown>(contract)
    .flatMap((each) => (isRoute(each) ? [each] : []))
    .find(
      (each) =>
        each.method === method && new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname),
    )
  if (!route) throw new Error(`No route for ${method} ${pathname}`)
  verifyReply(route, { status, body: text === '' ? null : text, headers })
}

/** Opens a path like a browser without scripts. */
const open = async (path: string, language = 'en') => {
  const reply = await fetch(new URL(path, platform().gatewayUrl), {
    headers: { 'accept-language': language },
  })
  const text = await reply.text()
  verify('GET', path, reply, text)
  return { status: reply.status, text, headers: reply.headers }
}

const linkTo = (text: string, label: RegExp): string => {
  const link = [...pageOf(text).querySelectorAll('a')].find(
    (each) => label.test(each.textContent!.trim()) || label.test(each.getAttribute('aria-label') ?? ''),
  )
  if (!link) throw new Error(`The page has no link ${String(label)}: ${textOf(text)}`)
  return link.getAttribute('href')!
}

/** Submits the form of a page whose action ends with `action`, like a browser. */
const submit = async (text: string, action: RegExp, changes: Record<string, string> = {}) => {
  const form = [...pageOf(text).querySelectorAll('form')].find((each) =>
    action.test(each.getAttribute('action')!.split('?')[0]!),
  )!
  const fields = [...form.querySelectorAll('input, textarea')]
  const values = Object.fromEntries(fields.map(({ name, value }) => [name, value]))
  const target = form.getAttribute('action')!
  const reply = await fetch(new URL(target, platform().gatewayUrl), {
    method: 'POST',
    body: new URLSearchParams({ ...values, ...changes }),
    redirect: 'manual',
  })
  const answer = await reply.text()
  verify('POST', target, reply, answer)
  return { status: reply.status, location: reply.headers.get('location'), text: answer }
}

/** Returns the page with a chosen day and time. */
const choose = ({ slug, service }: BookingSalon, startTime = '10:00') =>
  open(`/book/${slug}?service=${service.id}&day=${inDays(7)}&time=${startTime}`)

describe('GET /book/:slug', () => {
  it('leads from the service to the staff, the time and the form without scripts', async () => {
    const salon = await newBookingSalon({}, 2)
    await newService(salon, { name: 'Colour', durationMinutes: 90, price: null })
    const first = await open(`/book/${salon.slug}`)
    expect(first.status).toBe(200)
    expect(textOf(first.text)).toContain('Haircut 30 min • $12.50')
    const second = await open(linkTo(first.text, /^Haircut/))
    expect(textOf(second.text)).toContain('Choose who you would like to see')
    const third = await open(linkTo(second.text, /Mona 1/))
    const month = linkTo(third.text, /Next month/)
    expect((await open(month)).status).toBe(200)
    const chosen = `service=${salon.service.id}&staff=${salon.members[1]!.id}`
    const day = await open(`/book/${salon.slug}?${chosen}&day=${inDays(7)}`)
    const form = await open(linkTo(day.text, /^10:00$/))
    expect(textOf(form.text)).toMatch(/With Mona 1/)
    expect(textOf(form.text)).toContain('All times are Coordinated Universal Time (GMT+0)')
    const done = await submit(form.text, /\/bookings$/, { name: 'Laila', email: newEmail() })
    expect(done.status).toBe(303)
    const booked = await open(done.location!)
    expect(textOf(booked.text)).toContain('Your booking is confirmed')
    expect(textOf(booked.text)).toContain('Mona 1')
    for (const { text } of [first, second, third, form, booked])
      expect(await accessibilityFindings(text)).toEqual([])
  })

  it("is in the visitor's or the chosen language, and right-to-left in Arabic", async () => {
    const { slug } = await newBookingSalon()
    const titleIn = async (path: string, language: string) => {
      const { text } = await open(path, language)
      const page = pageOf(text)
      return [page.documentElement.lang, page.documentElement.dir, page.querySelector('h1')!.textContent]
    }
    expect(await titleIn(`/book/${slug}`, 'ar-EG,en;q=0.5')).toEqual(['ar', 'rtl', 'احجز موعدًا'])
    expect(await titleIn(`/book/${slug}`, 'de')).toEqual(['de', 'ltr', 'Termin buchen'])
    expect(await titleIn(`/book/${slug}?language=fr`, 'de')).toEqual(['fr', 'ltr', 'Réserver une visite'])
    expect(await titleIn(`/book/${slug}?language=xx`, 'es')).toEqual(['es', 'ltr', 'Reservar una visita'])
    const { text } = await open(`/book/${slug}?language=ar`)
    expect(linkTo(text, /^Haircut|^تغيير/)).toContain('language=ar')
  })

  it('allows scripts only from its own origin and frames only on listed sites, and stays small', async () => {
    const salon = await newBookingSalon()
    const policy = async () => (await open(`/book/${salon.slug}`)).headers.get('content-security-policy')
    expect(await policy()).toContain("frame-ancestors 'none'")
    await putPage(salon, { slug: salon.slug, allowedOrigins: ['https://a.example', 'https://b.example'] })
    expect(await policy()).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors https://a.example https://b.example",
    )
    const parts = [
      await choose(salon),
      await open(`/book/${salon.slug}/style.css`),
      await open(`/book/${salon.slug}/script.js`),
    ]
    expect(parts.map(({ status }) => status)).toEqual([200, 200, 200])
    const bytes = parts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    expect(bytes).toBeGreaterThan(5_000)
    expect(bytes).toBeLessThan(60_000)
  })

  it('shows the logo of the business', async () => {
    const salon = await newBookingSalon()
    expect((await open(`/book/${salon.slug}`)).text).toContain('class="mark"')
    const logoImageId = newId()
    await salon.use(identity).updateWorkspace({ business: { logoImageId } })
    await eventually(async () => {
      const { text } = await open(`/book/${salon.slug}`)
      expect(text).toContain(`src="/v1/public/images/${logoImageId}/320.webp"`)
      expect(text).not.toContain('class="mark"')
    })
  })

  it('uses the brand color of the business', async () => {
    const salon = await newBookingSalon()
    await salon.use(identity).updateWorkspace({ business: { brandColor: '#7a1fa2' } })
    await eventually(async () => {
      const { body } = await visitor.getBookingSiteStyle({ params: { slug: salon.slug } })
      expect(body).toContain('--accent: #7a1fa2')
    })
    expect(await visitor.getBookingSiteStyle({ params: { slug: 'no-such-page' } })).toFailWith(
      404,
      'NOT_FOUND',
    )
  })

  it('shows a page with status 404 for an unknown page and for one that is turned off', async () => {
    const salon = await newBookingSalon()
    await putPage(salon, { slug: salon.slug, isEnabled: false })
    for (const slug of [salon.slug, 'no-such-page', '@x', `@${newId()}`]) {
      const { status, body } = await visitor.getBookingSite({ params: { slug } })
      expect([slug, status]).toEqual([slug, 404])
      expect(body).toContain('no booking page')
    }
    const reply = await visitor.submitBookingForm.raw({
      params: { slug: salon.slug },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: '',
    })
    expect(reply.status).toBe(404)
  })

  it('serves the scripts', async () => {
    const { slug } = await newBookingSalon()
    expect((await visitor.getBookingSiteScript({ params: { slug } })).body).toContain('wp-booking-height')
    expect((await visitor.getBookingEmbed()).body).toContain('iframe')
    expect((await visitor.getDomainBookingEmbed({ params: { slug } })).body).toContain('iframe')
  })
})

describe('POST /book/:slug/bookings', () => {
  it('books once when the form is sent twice, and rejects a changed form with the same key', async () => {
    const salon = await newBookingSalon()
    const { text } = await choose(salon)
    const details = { name: 'Laila', email: newEmail(), note: 'Hello' }
    const first = await submit(text, /\/bookings$/, details)
    const again = await submit(text, /\/bookings$/, details)
    expect(again).toEqual(first)
    expect((await salon.api.listSessions()).body.sessions).toHaveLength(1)
    const changed = await submit(text, /\/bookings$/, { ...details, name: 'Omar' })
    expect(changed.status).toBe(422)
    expect(textOf(changed.text)).toContain('already sent with different values')
  })

  it('shows the form again with the error and the entered values', async () => {
    const salon = await newBookingSalon()
    await salon.api.createSessionField({ key: 'age', label: 'Your age', type: 'number', isRequired: true })
    const { text } = await choose(salon)
    const errorOf = async (changes: Record<string, string>) => {
      const reply = await submit(text, /\/bookings$/, changes)
      expect(reply.status).toBe(422)
      expect(pageOf(reply.text).querySelector('[name=name]')!.getAttribute('value')).toBe(
        changes['name'] ?? '',
      )
      return pageOf(reply.text).querySelector('[role=alert]')!.textContent!.replaceAll(/\s+/g, ' ')
    }
    const named = { name: 'Laila', 'field.age': '33' }
    expect(await errorOf({})).toContain('Please enter your name.')
    expect(await errorOf(named)).toContain('valid email address or phone number')
    expect(await errorOf({ ...named, phone: '123456', 'field.age': '' })).toContain('Please check: Your age')
    expect(await errorOf({ ...named, phone: '123456', key: 'guessed' })).toContain('already sent')
  })

  it('shows that the time was taken in the meantime, and offers the remaining times', async () => {
    const salon = await newBookingSalon()
    const { text } = await choose(salon)
    await book(salon)
    const late = await submit(text, /\/bookings$/, { name: 'Laila', email: newEmail() })
    expect(late.status).toBe(422)
    expect(textOf(late.text)).toContain('This time was just taken')
    expect(textOf(late.text)).toContain('10:00 (taken)')
    expect(linkTo(late.text, /^10:30$/)).toContain('time=10%3A30')
  })

  it('accepts only form submissions', async () => {
    const { slug } = await newBookingSalon()
    const headers = { 'content-type': 'text/plain' }
    const params = { slug }
    expect(await visitor.submitBookingForm.raw({ params, headers, body: 'x' })).toFailWith(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
    const one = { ...params, bookingId: newId() }
    expect(await visitor.submitMoveForm.raw({ params: one, headers, body: 'x' })).toFailWith(
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    )
  })
})

describe('/book/:slug/bookings/:bookingId', () => {
  it('moves and cancels a booking without scripts', async () => {
    const salon = await newBookingSalon()
    const { booking, token } = await book(salon)
    const address = `/book/${salon.slug}/bookings/${booking.id}?token=${token}`
    const shown = await open(address)
    expect(linkTo(shown.text, /Add to calendar/)).toBe(
      `/v1/public/booking/bookings/${booking.id}.ics?token=${token}`,
    )
    const moving = await open(`${linkTo(shown.text, /^Move booking$/).split('#')[0]}&day=${inDays(7)}`)
    const chosen = await open(linkTo(moving.text, /^11:00$/))
    const moved = await submit(chosen.text, /\/reschedule$/)
    expect(moved.status).toBe(303)
    const after = await open(moved.location!)
    expect(textOf(after.text)).toContain('Your booking was moved')
    expect(textOf(after.text)).toContain('11:00–11:30')
    const cancelled = await submit(after.text, /\/cancel$/)
    expect(cancelled.status).toBe(303)
    const gone = await open(cancelled.location!)
    expect(textOf(gone.text)).toContain('This booking was cancelled')
    for (const { text } of [shown, moving, chosen, after, gone])
      expect(await accessibilityFindings(text)).toEqual([])
    expect((await submit(after.text, /\/cancel$/)).status).toBe(303)
    const refused = await submit(chosen.text, /\/reschedule$/)
    expect(refused.status).toBe(422)
  })

  it('shows when it is too late for changes, and then offers none', async () => {
    const salon = await newBookingSalon()
    const { booking, token } = await book(salon)
    const address = `/book/${salon.slug}/bookings/${booking.id}?token=${token}`
    const { text } = await open(address)
    await putPage(salon, { slug: salon.slug, changeUntilMinutes: 14 * 1440 })
    const late = await submit(text, /\/cancel$/)
    expect(late.status).toBe(422)
    expect(textOf(late.text)).toContain('can no longer be changed online')
    expect(pageOf((await open(address)).text).querySelectorAll('form')).toHaveLength(0)
  })

  it('confirms the contact through the link in the email', async () => {
    const salon = await newBookingSalon()
    const email = newEmail()
    const known = (await salon.api.createClient({ name: 'Laila Osman', email })).body.client
    const { booking, token } = await book(salon, { customer: { name: 'Laila', email } })
    const own = await open(`/book/${salon.slug}/bookings/${booking.id}?token=${token}`)
    expect(textOf(own.text)).not.toContain('Is this you?')
    const [mail] = await mailsTo(email, 1)
    const { text } = await open(/https?:\S+\/book\/\S+/.exec(mail!.text)![0])
    expect(textOf(text)).toContain('Is this you?')
    const confirmed = await submit(text, /\/confirm-contact$/)
    expect(textOf((await open(confirmed.location!)).text)).toContain('Your contact is confirmed')
    const { session } = (await salon.api.getSession({ params: { sessionId: booking.id } })).body
    expect(session.clientId).toBe(known.id)
    expect(linkTokenIn(mail!)).not.toBe(token)
  })

  it('shows a page with status 404 for a wrong token, another page and an unknown booking', async () => {
    const [salon, other] = [await newBookingSalon(), await newBookingSalon()]
    const { booking, token } = await book(salon)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const [slug, bookingId, given] of [
      [salon.slug, booking.id, 'wrong'],
      [salon.slug, booking.id, ''],
      [other.slug, booking.id, token],
      [salon.slug, newId(), token],
      [salon.slug, 'x', token],
      ['no-such-page', booking.id, token],
    ] as const) {
      const call = { params: { slug, bookingId }, query: { token: given } }
      const replies = [
        await visitor.getBookingSiteBooking(call),
        await visitor.submitMoveForm.raw({ ...call, headers, body: '' }),
        await visitor.submitCancelForm.raw({ ...call, headers, body: '' }),
        await visitor.submitContactForm.raw({ ...call, headers, body: '' }),
      ]
      expect([slug, bookingId, given, replies.map(({ status }) => status)]).toEqual([
        slug,
        bookingId,
        given,
        [404, 404, 404, 404],
      ])
    }
    const long = { params: { slug: salon.slug, bookingId: booking.id }, query: { token: 'x'.repeat(201) } }
    const malformed = [
      await visitor.getBookingSiteBooking(long),
      await visitor.submitMoveForm.raw({ ...long, headers, body: '' }),
      await visitor.submitCancelForm.raw({ ...long, headers, body: '' }),
      await visitor.submitContactForm.raw({ ...long, headers, body: '' }),
    ]
    expect(malformed.map(({ status }) => status)).toEqual([400, 400, 400, 400])
    expect(
      (await visitor.getOnlineBooking({ params: { bookingId: booking.id }, query: { token } })).status,
    ).toBe(200)
  })
})

describe('a custom domain', () => {
  it('shows the booking page of its workspace at /book, and nothing of other workspaces', async () => {
    const [salon, other] = [await newBookingSalon(), await newBookingSalon()]
    const { booking, token } = await book(salon)
    // The gateway sends these headers, and removes them from the requests of callers.
    const headers = { 'x-wp-custom-domain': 'shop.example', 'x-wp-domain-workspace': salon.workspaceId }
    const ask = (path: string) => fetch(`${platform().services['scheduling']![0]!.http}${path}`, { headers })
    const page = await ask(`/book/@${salon.workspaceId}`)
    expect(page.status).toBe(200)
    const text = await page.text()
    expect(linkTo(text, /Change/)).toMatch(/^\/book(\?|$)/)
    expect(text).toContain('href="/book/style.css"')
    const statuses = async (paths: string[]) => {
      const replies = await Promise.all(paths.map(ask))
      return replies.map(({ status }) => status)
    }
    const found = [
      `/book/@${salon.workspaceId}/style.css`,
      `/book/@${salon.workspaceId}/bookings/${booking.id}?token=${token}`,
      `/public/booking/${salon.slug}`,
      `/public/booking/bookings/${booking.id}?token=${token}`,
    ]
    expect(await statuses(found)).toEqual([200, 200, 200, 200])
    const theirs = await book(other)
    const missing = [
      `/book/@${other.workspaceId}`,
      `/book/${other.slug}/style.css`,
      `/public/booking/${other.slug}`,
      `/public/booking/bookings/${theirs.booking.id}?token=${theirs.token}`,
    ]
    expect(await statuses(missing)).toEqual([404, 404, 404, 404])
  })
})

import { expect, test } from 'vitest'
import { announceAt, announcementKey, dueDistances, forgetPastEnds } from './announcement.rules.ts'

const end = new Date('2027-03-20T15:00:00.000Z')
const at = (text: string) => new Date(text)

test('the first announcement is due on the UTC day 14 days before, the next ones 7 and 1 before', () => {
  expect(announceAt(end, [])).toEqual(at('2027-03-06T00:00:00.000Z'))
  expect(announceAt(end, [announcementKey(end, 14)])).toEqual(at('2027-03-13T00:00:00.000Z'))
  expect(
    announceAt(
      end,
      [14, 7].map((days) => announcementKey(end, days)),
    ),
  ).toEqual(at('2027-03-19T00:00:00.000Z'))
  expect(
    announceAt(
      end,
      [14, 7, 1].map((days) => announcementKey(end, days)),
    ),
  ).toBeNull()
  expect(announceAt(null, [])).toBeNull()
})

test('what was missed is due as well, until the end itself', () => {
  expect(dueDistances(end, [], at('2027-03-05T23:59:59.999Z'))).toEqual([])
  expect(dueDistances(end, [], at('2027-03-06T00:00:00.000Z'))).toEqual([14])
  expect(dueDistances(end, [], at('2027-03-14T00:00:00.000Z'))).toEqual([14, 7])
  expect(dueDistances(end, [announcementKey(end, 14)], at('2027-03-20T14:59:59.999Z'))).toEqual([7, 1])
  expect(dueDistances(end, [], end)).toEqual([])
})

test('announcements of another end do not count for this one, and of past ends nothing is forgetPastEnds', () => {
  const other = new Date('2027-04-20T15:00:00.000Z')
  const announced = [announcementKey(end, 14), announcementKey(other, 14)]
  expect(dueDistances(other, [announcementKey(end, 14)], at('2027-04-06T00:00:00.000Z'))).toEqual([14])
  expect(forgetPastEnds(announced, at('2027-03-21T00:00:00.000Z'))).toEqual([announcementKey(other, 14)])
})

import { describe, expect, it } from 'vitest'
import { announcementKey, dropPastEnds, listDueNotices, nextAnnouncementAt } from './announcement.rules.ts'

const end = new Date('2027-03-20T15:00:00.000Z')

const at = (text: string) => new Date(text)

describe('nextAnnouncementAt', () => {
  it('returns the start of the UTC day that is 14, then 7, then 1 day before the end date', () => {
    expect(nextAnnouncementAt(end, [])).toEqual(at('2027-03-06T00:00:00.000Z'))
    expect(nextAnnouncementAt(end, [announcementKey(end, 14)])).toEqual(at('2027-03-13T00:00:00.000Z'))
    expect(
      nextAnnouncementAt(
        end,
        [14, 7].map((days) => announcementKey(end, days)),
      ),
    ).toEqual(at('2027-03-19T00:00:00.000Z'))
    expect(
      nextAnnouncementAt(
        end,
        [14, 7, 1].map((days) => announcementKey(end, days)),
      ),
    ).toBeNull()
    expect(nextAnnouncementAt(null, [])).toBeNull()
  })
})

describe('listDueNotices', () => {
  it('includes missed notices until the subscription ends', () => {
    expect(listDueNotices(end, [], at('2027-03-05T23:59:59.999Z'))).toEqual([])
    expect(listDueNotices(end, [], at('2027-03-06T00:00:00.000Z'))).toEqual([14])
    expect(listDueNotices(end, [], at('2027-03-14T00:00:00.000Z'))).toEqual([14, 7])
    expect(listDueNotices(end, [announcementKey(end, 14)], at('2027-03-20T14:59:59.999Z'))).toEqual([7, 1])
    expect(listDueNotices(end, [], end)).toEqual([])
  })
})

describe('listDueNotices and dropPastEnds', () => {
  it('tracks notices separately for each end date, and drops those for past end dates', () => {
    const other = new Date('2027-04-20T15:00:00.000Z')
    const announced = [announcementKey(end, 14), announcementKey(other, 14)]
    expect(listDueNotices(other, [announcementKey(end, 14)], at('2027-04-06T00:00:00.000Z'))).toEqual([14])
    expect(dropPastEnds(announced, at('2027-03-21T00:00:00.000Z'))).toEqual([announcementKey(other, 14)])
  })
})

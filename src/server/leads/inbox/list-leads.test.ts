import { expect, test } from 'vitest'
import { leadFiltersSchema } from '#/contracts/leads/inbox.ts'
import { leads } from '#/server/db/tables/schema.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { AppError } from '../../http/errors.ts'
import { listPage, parseCursor } from './list-leads.ts'

const notAPlace = 'This is not the place of a page.'

test('a cursor is the place of a page in its order, and nothing else is', () => {
  expect(parseCursor(undefined, 'newest')).toBeUndefined()
  for (const micros of ['1769860800000000', '946684800000000', '4102444800000000']) {
    expect(parseCursor(`${micros}.7`, 'oldest')).toEqual({ turn: '', micros, id: '7' })
    expect(parseCursor(`3.${micros}.7`, 'waiting')).toEqual({ turn: '3', micros, id: '7' })
  }
  const place = '1769860800000000.7'
  const others = ['946684799999999.7', '4102444800000001.7', '-5.7', '1769860800000000', '.7']
  const refusal = new AppError('invalid_request', notAPlace, { fields: { cursor: notAPlace } })
  const refused = expect.objectContaining({ message: refusal.message, details: refusal.details })
  for (const cursor of ['', `x${place}`, `${place}x`, `${place}.9`, `1.${place}`, ...others]) {
    expect(() => parseCursor(cursor, 'newest')).toThrow(refused)
  }
  for (const cursor of [place, `12.${place}`, `-1.${place}`, `.${place}`]) {
    expect(() => parseCursor(cursor, 'waiting')).toThrow(refused)
  }
})

describeOnDatabase('pages of the list', (database) => {
  const all = leadFiltersSchema.parse({})

  test('follow each other in both orders, with every filter, and end', async () => {
    const { db } = database.handle()
    await db.insert(leads).values(
      Array.from({ length: 7 }, (_, index) => ({
        ...{ submissionId: `${index}`, contentHash: `${index}`, name: `Lead ${index}` },
        ...{ email: 'a@b.example', phone: '3865550123', phoneAsTyped: '' },
        service: index % 2 ? 'ac-repair' : 'duct-cleaning',
        source: index < 4 ? 'google' : 'direct',
        isContacted: index % 3 === 0,
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 2))),
      })),
    )
    /** The numbers in the names of all leads of a list, page by page. */
    async function pagesOf(filters: Partial<typeof all>, order: 'newest' | 'oldest', limit = 3) {
      const pages: string[] = []
      let cursor: string | undefined
      do {
        const page = await listPage(db, { ...all, ...filters }, { limit, cursor, order })
        pages.push(page.data.map(({ name }) => name.slice(5)).join(''))
        cursor = page.nextCursor ?? undefined
      } while (cursor)
      return pages
    }
    expect(await pagesOf({}, 'newest')).toEqual(['654', '321', '0'])
    expect(await pagesOf({}, 'oldest')).toEqual(['012', '345', '6'])
    // A last page that is full is known to be the last.
    expect(await pagesOf({}, 'newest', 7)).toEqual(['6543210'])
    expect(await pagesOf({ service: 'ac-repair' }, 'newest', 2)).toEqual(['53', '1'])
    expect(await pagesOf({ service: 'ac-repair' }, 'oldest', 2)).toEqual(['13', '5'])
    expect(await pagesOf({ source: 'google' }, 'newest')).toEqual(['321', '0'])
    expect(await pagesOf({ source: 'google' }, 'oldest')).toEqual(['012', '3'])
    expect(await pagesOf({ source: 'google', service: 'duct-cleaning' }, 'newest')).toEqual(['20'])
    expect(await pagesOf({ status: 'contacted' }, 'newest', 2)).toEqual(['63', '0'])
    expect(await pagesOf({ status: 'new' }, 'oldest', 3)).toEqual(['124', '5'])
    expect(await pagesOf({ status: 'new', service: 'ac-repair' }, 'newest')).toEqual(['51'])
    expect(await pagesOf({ quarantined: true }, 'newest')).toEqual([''])
  })
})

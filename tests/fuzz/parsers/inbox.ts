import assert from 'node:assert/strict'
import fc from 'fast-check'
import Papa from 'papaparse'
import { unescapeFormulas } from '#/contracts/leads/csv.ts'
import { leadFiltersSchema, leadPageQuerySchema } from '#/contracts/leads/inbox.ts'
import { AppError } from '#/server/http/errors.ts'
import { parseCursor } from '#/server/leads/inbox/list-leads.ts'
import { searchTerms } from '#/server/leads/inbox/search-terms.ts'
import { leadsToCsvRows } from '#/web/admin/leads/export/leads-csv.ts'
import { leadEntry } from '#tests/support/factories.ts'
import { formulasIn } from '#tests/support/formulas-in.ts'
import { fromPieces, nearly, oddText } from '../odd-texts.ts'
import { parserTarget } from '../target.ts'

/** Places of pages, real ones and others. */
export const cursors = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 17n }), fc.bigInt({ min: 0n, max: 10n ** 17n }))
    .map(([micros, id]) => `${micros}.${id}`),
  fromPieces(['1700000000000000', '.', '-', '7', '0', 'e', '+', ' '], 5),
)

/** What people type to search, and what not. */
export const searches = fc.oneof(
  oddText(200),
  fromPieces(['386', '(', ')', '-', '+1', 'tel:', ' ', 'maria', 'É', '\u200F', '00', '１']),
)

const queries = nearly({
  q: searches,
  service: oddText(300),
  status: fc.constantFrom('all', 'new', 'contacted', ''),
  source: oddText(300),
  quarantined: fc.constantFrom('true', 'false', '1', 'on', ''),
  order: fc.constantFrom('newest', 'oldest', 'x'),
  limit: fc.oneof(fc.integer().map(String), oddText(20)),
  cursor: oddText(200),
})

export const inboxTargets = [
  parserTarget({
    name: 'cursor',
    share: 150,
    inputs: cursors,
    expectation(cursor) {
      try {
        const place = parseCursor(cursor)
        assert.equal(place && `${place.micros}.${place.id}`, cursor)
        assert.ok(place && BigInt(place.id) < 2n ** 63n && Number(place.micros) < 4.2e15)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
      }
    },
  }),
  parserTarget({
    name: 'search',
    share: 100,
    inputs: searches,
    expectation(search) {
      const terms = searchTerms(search)
      assert.ok(terms?.asStored.every((term) => /^\n?\d+$|@[!-~]+$/.test(term)) ?? true)
    },
  }),
  parserTarget({
    name: 'query of the list',
    share: 50,
    inputs: queries,
    expectation(query) {
      const { success, data } = leadPageQuerySchema.safeParse(query)
      if (!success) return
      assert.ok(data.limit >= 1 && data.limit <= 1_000)
      assert.ok(!/\p{Cc}/u.test(data.q ?? ''))
      for (const text of [data.q, data.service, data.source]) {
        assert.ok(text === undefined || (text.isWellFormed() && !text.includes('\0')))
      }
      assert.equal(leadFiltersSchema.parse(query).q, data.q)
    },
  }),
  parserTarget({
    name: 'row of the CSV',
    share: 30,
    inputs: fc.record({ name: oddText(400), message: oddText(400), phoneAsTyped: oddText(40) }),
    expectation(values) {
      const entry = { ...leadEntry(values), name: values.name }
      const csv = leadsToCsvRows([entry, entry])
      const { data } = Papa.parse<string[]>(csv, { delimiter: ',' })
      assert.deepEqual([data.length, data[0]?.length], [2, 7])
      assert.deepEqual(formulasIn(csv), [])
      assert.equal(unescapeFormulas(data[0]?.[1] ?? ''), entry.name)
    },
  }),
]

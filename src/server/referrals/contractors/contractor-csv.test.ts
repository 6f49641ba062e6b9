import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, onTestFinished, test, vi } from 'vitest'
import { builtInArea, builtInTowns as towns } from '#/content/area.ts'
import { dayNames } from '#/contracts/days.ts'
import { contractorServiceIds } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorFields } from '#/contracts/referrals/contractors.ts'
import { setArea } from '#/server/texts/places.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { hostileCell as anyText, formulasIn } from '#tests/support/leads/formulas-in.ts'
import { processorMs } from '#tests/support/machine/processor-ms.ts'
import { leftOutOf, toFields, writeContractors } from './contractor-csv.ts'
import { contractorFieldsSchema } from './contractor-schemas.ts'
import { readSheet } from './read-sheet.ts'

function readWell(csv: string) {
  const read = readSheet(csv)
  if ('problem' in read) throw new Error(read.problem)
  return read
}

/** The rows of a file, each with the new contractor that it tells of, or why it is none. */
function rowsOf(csv: string) {
  const { rows, unsaid } = readWell(csv)
  return rows.map((row) => ({ row: row.row, ...toFields(row, unsaid, undefined) }))
}

const header = writeContractors([]).trim()

/** A row of a file with these cells in place of good ones. */
function line(cells: Partial<Record<keyof ContractorFields, string>>): string {
  const [, good = []] = Papa.parse<string[]>(writeContractors([contractorFields()])).data
  const names = Object.keys(contractorFields())
  return Papa.unparse([good.map((cell, place) => cells[names[place] as 'notes'] ?? cell)])
}

const reasonsOf = (cells: Parameters<typeof line>[0]) =>
  rowsOf(`${header}\r\n${line(cells)}`)[0]?.reasons

const anyLine = anyText.map((text) => `${text.replace(/[\r\n\t\u2028\u2029]/g, '')}x`.trim())

const anyDay = fc
  .integer({ min: 0, max: 36_000 })
  .map((days) => new Date(Date.UTC(2000, 0, 1 + days)).toISOString().slice(0, 10))

const anyTime = fc
  .integer({ min: 0, max: 1439 })
  .map((minute) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`)

const pad = (number: number) => String(number).padStart(2, '0')

const anyHours = fc
  .record({
    days: fc.subarray([...dayNames], { minLength: 1 }),
    times: fc.uniqueArray(anyTime, { minLength: 2, maxLength: 2 }),
  })
  .map(({ days, times }) => {
    const [from = '', until = ''] = times.toSorted()
    return { days, from, until }
  })

const anyContractor: fc.Arbitrary<ContractorFields> = fc
  .record({
    companyName: anyLine,
    contactName: anyLine,
    email: fc.constantFrom('office@a.example', "'+x@b.example", '-x@c.example'),
    phone: fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map(String),
    licenseNumber: fc.integer({ min: 1_000, max: 9_999_999 }).map((number) => `CAC${number}`),
    licenseExpiresOn: anyDay,
    insuranceExpiresOn: anyDay,
    services: fc.subarray([...contractorServiceIds], { minLength: 1 }),
    towns: fc.subarray([...towns], { minLength: 1 }),
    answersEmergencies: fc.boolean(),
    mostOffersAWeek: fc.option(fc.integer({ min: 1, max: 999 })),
    mostOpenOffers: fc.integer({ min: 1, max: 99 }),
    offerHours: fc.option(anyHours),
    pausedUntil: fc.option(anyDay),
    notes: anyText,
  })
  .map((typed) => contractorFieldsSchema.parse(typed))

test('whatever can be stored of contractors is read from the exported file as it was, and no cell is a formula', () => {
  fc.assert(
    fc.property(fc.array(anyContractor, { maxLength: 4 }), (contractors) => {
      const csv = writeContractors(contractors)
      const rows = rowsOf(csv)
      expect(rows.map((row) => ('fields' in row ? row.fields : row.reasons))).toEqual(contractors)
      expect(formulasIn(csv)).toEqual([])
    }),
  )
})

test('a row that is none of a contractor is refused with all that is wrong, by the name of the column', () => {
  expect(
    reasonsOf({
      companyName: ' ',
      phone: '555',
      licenseExpiresOn: '31.8.2027',
      services: 'AC Repiar; plumbing',
      towns: 'Orlando',
      answersEmergencies: 'maybe',
      mostOffersAWeek: 'many',
      mostOpenOffers: '0',
      offerHours: 'by day',
    }),
  ).toEqual([
    'Company: Please enter the name of the company.',
    'Phone: A phone number has ten digits, such as (386) 555-0142.',
    'License expires: Please enter a day, such as 2027-08-31.',
    'Services: This isn’t one of the services. (AC Repiar)',
    'Towns: This isn’t one of the towns. (Orlando)',
    'Answers emergencies: Please say yes or no.',
    'Maximum offers in seven days: Please enter a whole number.',
    'Maximum unanswered offers: Please enter at least 1.',
    'Wants offers: Please enter the days and hours, such as Mon-Fri 8 AM-5 PM.',
  ])
  expect(
    reasonsOf({
      email: 'office',
      licenseNumber: 'CAC18l2345',
      insuranceExpiresOn: '0027-01-01',
      mostOffersAWeek: '0',
      pausedUntil: 'soon',
    }),
  ).toEqual([
    'Email: This doesn’t look like an email address. It should look like you@example.com.',
    'License number: A license number is letters and then digits, such as CAC1812345 or CMC1249876.',
    'Insurance expires: Please check the year.',
    'Maximum offers in seven days: Please enter at least 1, or leave it empty for no limit.',
    'Paused until: Please enter a day, such as 2027-08-31.',
  ])
  expect(rowsOf(`${header}\r\n${line({})},more`)[0]?.reasons).toEqual([
    'This row has more cells than there are columns. Put any cell with a comma in quotation marks.',
  ])
  // The rest of the file is one cell then: its beginning says which row it is.
  const rest = `Never closed ${'x'.repeat(20)}`
  expect(rowsOf(`${header}\r\n${line({})}\r\n" ${rest}`)[1]).toEqual({
    row: 3,
    reasons: ['The quotation marks in this row don’t match.'],
  })
})

const days = ['Monday', 'Tuesday', 'Wednesday', 'Friday']

test.each<[keyof ContractorFields, string, unknown]>([
  ['answersEmergencies', 'Y', true],
  ['answersEmergencies', ' TRUE ', true],
  ['answersEmergencies', 'X', true],
  ['answersEmergencies', '1', true],
  ['answersEmergencies', '-', false],
  ['towns', 'Deltona, FL; DeBary, FL 32713', ['Deltona', 'DeBary']],
  ['towns', 'Orange City / DeBary & Deltona', ['Deltona', 'DeBary', 'Orange City']],
  ['towns', 'DeLand\nSanford and Lake Mary FL', ['DeLand', 'Sanford', 'Lake Mary']],
  ['towns', 'DELTONA;  Orange city;', ['Deltona', 'Orange City']],
  ['towns', 'All', towns],
  ['services', 'All services', contractorServiceIds],
  ['services', 'ac repair & installation, duct-cleaning', ['ac-repair', 'duct-cleaning']],
  // As the form calls it, and with it the requests.
  ['services', 'Duct Cleaning; heating system installation', ['duct-cleaning', 'heating-systems']],
  ['mostOffersAWeek', ' 7 ', 7],
  ['mostOffersAWeek', ' ', null],
  ['mostOpenOffers', ' ', 3],
  ['offerHours', ' ', null],
  ['offerHours', 'mon–wed; Friday 8am - 17:30', { days, from: '08:00', until: '17:30' }],
  ['pausedUntil', '1/2/2027', '2027-01-02'],
  ['pausedUntil', ' ', null],
  ['email', 'Kim@blueair.test, office@blueair.test', 'kim@blueair.test'],
  ['phone', '(386) 555-0201 ext. 2', '3865550201 ext. 2'],
  ['phone', '1-386-555-0142', '3865550142'],
  ['licenseNumber', 'Lic# CAC1812345', 'CAC1812345'],
  ['licenseNumber', 'FL License No.: cac-1812345', 'CAC1812345'],
  ['licenseExpiresOn', '8/31/27', '2027-08-31'],
  ['insuranceExpiresOn', ' 2027-01-05 ', '2027-01-05'],
  ['licenseExpiresOn', '8/31/2027 0:00', '2027-08-31'],
  ['companyName', 'Blue Air\n LLC', 'Blue Air LLC'],
  ['notes', 'Called, said "no".\n\nTwice', 'Called, said "no".\n\nTwice'],
])('the cell of %s with %j is read, of a spreadsheet or written by hand', (name, cell, value) => {
  const [row] = rowsOf(`${header}\n , \n${line({ [name]: cell })}\n`)
  expect(row).toMatchObject({ row: 3, fields: { [name]: value } })
})

test('the towns of the owner are read as people write them', () => {
  onTestFinished(() => setArea(builtInArea))
  const names = ['St. Petersburg', 'Florida City', 'Fort Myers']
  setArea({ ...builtInArea, towns: names.map((name) => ({ name, zips: [] })) })
  for (const cell of [names.join('; '), 'saint petersburg, Florida City FL, Ft. Myers']) {
    const [read] = rowsOf(`${header}\r\n${line({ towns: cell })}`)
    expect(read?.fields?.towns, cell).toEqual(names)
  }
})

test('of two addresses the second is said to be left out', () => {
  const [row] = readWell(`${header}\r\n${line({ email: 'a@b.test; c@d.test' })}`).rows
  expect(row && leftOutOf(row)).toEqual(['Email: we keep a@b.test and leave out c@d.test.'])
})

test('of the columns for a field the one with the best name is read, and none that is empty', () => {
  const { columns } = readWell(
    [
      'License exp.;Name;Company name;Cell;Phone;phone;E-Mail Address;Lic. #;City;Most offers a week;Most unanswered offers',
      '8/31/2027;Kim;Blue Air;1;2;;a@b.test;CAC1812345;Deltona;7;2',
      ';Pat;;;2;;;;;;',
    ].join('\n'),
  )
  expect(columns.map(({ heading, field }) => [heading, field])).toEqual([
    ['License exp.', 'licenseExpiresOn'],
    ['Name', 'contactName'],
    ['Company name', 'companyName'],
    ['Cell', undefined],
    ['Phone', 'phone'],
    ['phone', undefined],
    ['E-Mail Address', 'email'],
    ['Lic. #', 'licenseNumber'],
    ['City', 'towns'],
    ['Most offers a week', 'mostOffersAWeek'],
    ['Most unanswered offers', 'mostOpenOffers'],
  ])
  const empty = readWell('Company,Business,License\n,Blue Air,CAC1812345').rows
  expect(empty[0]?.cells.companyName).toBe('Blue Air')
})

test('the names of the columns are found below a title, and whatever divides the cells', () => {
  for (const divider of [',', ';', '\t', '|']) {
    const rows = Papa.parse<string[]>(`${header}\n${line({})}`.replace('\uFEFF', '')).data
    const [heading = [], ...others] = rows
    const table = [
      ['Our contractors, 2026; all of them'],
      [],
      ['', 'As of May'],
      heading,
      ...others,
    ]
    const csv = Papa.unparse(table, { delimiter: divider, newline: '\r' })
    expect(rowsOf(csv), divider).toMatchObject([
      { row: 5, fields: { towns: ['Deltona', 'DeBary'] } },
    ])
  }
})

test('what a file has no column for is as it is stored, and needed of a new contractor', () => {
  const stored = contractorFields({ notes: 'kept', mostOpenOffers: 9 })
  const { rows, unsaid } = readWell(`License number,Phone\n${stored.licenseNumber},407 555 0100`)
  const [row] = rows
  if (!row) throw new Error('the row was not read')
  expect(toFields(row, unsaid, stored)).toEqual({
    fields: { ...stored, phone: '4075550100' },
  })
  // A file of an earlier version.
  const { data } = Papa.parse<string[]>(writeContractors([{ ...stored, mostOpenOffers: 7 }]))
  const isOld = (_: string, at: number) => !/unanswered|Wants/.test(data[0]?.[at] ?? '')
  const old = rowsOf(Papa.unparse(data.map((cells) => cells.filter(isOld))))
  expect(old).toMatchObject([{ fields: { notes: 'kept', mostOpenOffers: 3, offerHours: null } }])
  const needed = ['Company', 'Contact', 'Email', 'License expires', 'Insurance expires']
  expect(toFields(row, unsaid, undefined)).toEqual({
    reasons: [...needed, 'Services', 'Towns'].map(
      (name) => `${name}: Required for a new contractor, but the file has no column for it.`,
    ),
  })
})

test('a file without names of columns, with too many rows or too many columns is told so', () => {
  expect(readSheet('')).toEqual({ problem: expect.stringMatching(/^The first row/) })
  expect(rowsOf(header + '\n"x"'.repeat(4_999))).toHaveLength(4_999)
  expect(readSheet(header + '\n"x"'.repeat(5_000))).toEqual({
    problem: 'The file has too many rows: 5000 at most.',
  })
  const wide = ['Company', ...Array.from({ length: 200 }, (_, place) => `More ${place}`)].join(',')
  expect(readSheet(wide)).toEqual({
    problem: 'The file has too many columns: 200 at most.',
  })
})

test('no more rows are parsed than may be read, and empty ones at the end count for nothing', () => {
  const parse = vi.spyOn(Papa, 'parse')
  expect(readSheet(`${header}${'\n'.repeat(900_000)}x`)).toHaveProperty('problem')
  expect(readSheet(`${header}${'\n,'.repeat(400_000)}`)).toMatchObject({ rows: [] })
  const lengths = parse.mock.results.map(({ value }) => value.data.length)
  parse.mockRestore()
  expect(Math.max(...lengths)).toBe(5_001)
})

test('quotation marks before much space take no time to read', () => {
  for (const space of [' ', '\t', '\u00a0']) {
    const started = processorMs()
    const csv = `${header}\n"${'x"'.repeat(40_000)}${space.repeat(80_000)},`
    expect(readWell(csv).rows).toHaveLength(1)
    expect(processorMs() - started).toBeLessThan(1_000)
  }
})

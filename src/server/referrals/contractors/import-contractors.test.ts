import { expect, test } from 'vitest'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { contractorList } from '#tests/support/contractor-list.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contractorFields } from '#tests/support/factories.ts'
import { referralSite } from '#tests/support/suite-site.ts'
import { writeContractors } from './contractor-csv.ts'

describeOnDatabase('an import of contractors', (database) => {
  const { ask, site } = referralSite(database, { isEmptied: true })
  const { add, list, names, fieldsOf } = contractorList({ ask })

  const { wordsOf } = auditReader(() => database.handle(), [])

  const exported = async (): Promise<string> =>
    (await ask('GET', api.contractorExport.path)).body.data.csv
  const preview = async (csv: string) =>
    (await ask('POST', api.contractorImportPreview.path, { csv })).body
  const importFile = (
    csv: string,
    expected: { added: number; changed: number; refused?: number },
  ) => ask('POST', api.contractorImport.path, { csv, expected: { refused: 0, ...expected } })

  test('an exported file, imported again, changes nothing', async () => {
    await add({ companyName: '=SUM(A1), "quoted"', notes: "'=1+1\nsecond; line" })
    await add({ mostOffersAWeek: 3, pausedUntil: '2099-01-01', answersEmergencies: true })
    const before = await list()
    const csv = await exported()
    const nothing = { counts: { added: 0, changed: 0, unchanged: 2, refused: 0 } }
    expect((await preview(csv)).data).toMatchObject(nothing)
    const { body } = await importFile(csv, { added: 0, changed: 0 })
    expect(body.data).toEqual({ imported: [] })
    expect(await list()).toEqual(before)
  })

  test('an import shows what it would do, and then does that', async () => {
    const words = await wordsOf(async () => {
      await add({ companyName: 'Stays', licenseNumber: 'CAC1000001' })
      await add({ companyName: 'Old name', licenseNumber: 'CAC1000002' })
      const others = await exported()
      await ask('DELETE', pathTo(api.removeContractor, { contractorId: (await list())[0].id }))
      await add({ companyName: 'Not in the file', licenseNumber: 'CAC1000003' })
      const csv = others.replace('Stays', 'New one').replace('CAC1000001', 'CAC1000009')
      const { data: plan } = await preview(csv.replace('CAC1000002', 'CAC1000003'))
      expect(plan.rows).toEqual([
        {
          row: 2,
          companyName: 'Old name',
          outcome: 'changed',
          details: [expect.stringMatching(/^Company, .*Email/)],
        },
        { row: 3, companyName: 'New one', outcome: 'added', details: [] },
      ])
      expect(await names()).toEqual(['Not in the file', 'Stays'])
      await importFile(csv.replace('CAC1000002', 'CAC1000003'), { added: 1, changed: 1 })
      expect(await names()).toEqual(['New one', 'Old name', 'Stays'])
    })
    expect(words.slice(-2)).toEqual([
      'added a contractor: Not in the file (done)',
      'imported contractors: 1 added, 1 changed (done)',
    ])
    expect(words).toContain('exported the contractors (done)')
  })

  test('an import does what the owner has seen, and nothing else', async () => {
    await add({ licenseNumber: 'CAC1000001' })
    const csv = await exported()
    const [, row = ''] = csv.split('\r\n')
    const wrong = contractorFields({ companyName: 'Nowhere Air', towns: [] })
    const [, wrongRow = ''] = writeContractors([wrong]).split('\r\n')
    const twice = `${csv}\r\n${row.replace('CAC1000001', 'CAC1000002')}\r\n${row}\r\n${wrongRow}`
    expect((await preview(twice)).data).toMatchObject({
      counts: { added: 1, changed: 0, unchanged: 1, refused: 2 },
      rows: [
        { row: 2, outcome: 'unchanged' },
        { row: 3, outcome: 'added' },
        {
          row: 4,
          outcome: 'refused',
          details: ['License number: row 2 has the same one.'],
        },
        {
          row: 5,
          outcome: 'refused',
          companyName: 'Nowhere Air',
          details: ['Towns: Please choose at least one town.'],
        },
      ],
    })
    expect((await importFile(twice, { added: 1, changed: 0 })).status).toBe(409)
    const added = `${csv}\r\n${row.replace('CAC1000001', 'CAC1000002')}`
    expect((await importFile(added, { added: 2, changed: 0 })).body.message).toMatch(
      /^Nothing was imported: the contractors changed in the meantime/,
    )
    expect(await list()).toHaveLength(1)
    const at = await Promise.all([1, 2].map(() => importFile(added, { added: 1, changed: 0 })))
    expect(at.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await list()).toHaveLength(2)
  })

  test('what cannot be read is left out, and an import is undone as a whole, but of nobody who was changed or asked since', async () => {
    const before = { companyName: 'Before', notes: 'old', licenseNumber: 'CAC1000001' }
    const known = fieldsOf(await add(before))
    const news = ['Stays', 'Asked', 'Changed', 'Wrong'].map((companyName, at) =>
      contractorFields({ companyName, licenseNumber: `CAC100001${at}` }),
    )
    const csv = writeContractors([{ ...known, companyName: 'After', notes: '' }, ...news])
    const counts = { added: 3, changed: 1, refused: 1 }
    let undo: object = {}
    const words = await wordsOf(async () => {
      undo = (await importFile(csv.replace('CAC1000013', 'none'), counts)).body.data
    })
    expect(words).toContain('imported contractors: 3 added, 1 changed, 1 left out (done)')
    expect(await names()).toEqual(['After', 'Asked', 'Changed', 'Stays'])

    const [, asked, changed] = await list()
    await ask('PUT', pathTo(api.changeContractor, { contractorId: changed.id }), {
      ...fieldsOf(changed),
      notes: 'x',
      version: 1,
    })
    const lead = await site.sendLead()
    await ask('POST', pathTo(api.leadOffers, { leadId: lead }), { contractorId: asked.id })
    const undone = await ask('POST', api.undoContractorImport.path, undo)
    expect(undone.body.data).toEqual({ kept: ['Asked', 'Changed'] })
    expect(await list()).toMatchObject([{ companyName: 'Asked' }, before, { notes: 'x' }])
  })

  test('a file of other columns is told which it has and which are needed', async () => {
    const columns = 'First Name,Last Name,Notes,E-mail 1 - Value,Phone 1 - Value'
    const { fields } = await preview(`${columns}\nTom,Hall,gate code,tom@example.com,3865550191`)
    expect(fields.csv).toMatch(
      /no License number column.* are First Name, Last Name, Notes, E-mail 1 - Value, Phone 1 - Value\. It needs Company, Contact, Email, /,
    )
    const { columns: read } = (await preview('Lic. #;Fax\nCAC1000001;1')).data
    expect(read).toEqual([
      { heading: 'Lic. #', readAs: 'License number' },
      { heading: 'Fax', readAs: null },
    ])
  })

  test('a file that is none is told so', async () => {
    expect((await preview('\u0000\u0001')).fields).toEqual({
      csv: 'This has characters we can’t store.',
    })
    expect((await preview('x'.repeat(1_000_001))).fields).toEqual({
      csv: 'The file is too large: one million characters at most.',
    })
  })
})

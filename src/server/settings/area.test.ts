import { expect, onTestFinished, test } from 'vitest'
import { builtInArea, builtInTowns } from '#/content/area.ts'
import { api } from '#/contracts/endpoints/api.ts'
import { publicPaths } from '#/contracts/site-routes.ts'
import { setArea } from '#/server/texts/places.ts'
import { auditReader } from '#tests/support/accounts/audit-entries.ts'
import { buildTestApp } from '#tests/support/app-builder.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { anotherPerson, contactBody, contractorFields } from '#tests/support/factories.ts'
import { adminSite } from '#tests/support/suite-site.ts'

const tampa = {
  region: 'Tampa Bay',
  county: 'Hillsborough County',
  radiusMinutes: '25',
  towns: 'Tampa: 33602, 33603\nBrandon, FL 33510 33511\n\nRiverview: 33578\nTemple Terrace',
}

describeOnDatabase('the area served as the owner says', (database) => {
  const { app, ask } = adminSite(database)
  const { wordsOf } = auditReader(() => database.handle())
  const bodyAt = async (url: string) => (await app().inject(url)).body
  const send = async (address: string) => {
    const payload = contactBody({ ...anotherPerson(), address })
    const answer = await app().inject({ method: 'POST', url: api.contact.path, payload })
    return answer.json().data
  }

  test('is refused where no town can be read from it', async () => {
    expect((await ask('GET', api.area.read.path)).data).toEqual(builtInArea)
    for (const [field, value, problem] of [
      ['towns', ' \n ', /at least one town/],
      ['towns', 'Tampa: 3360', /“Tampa: 3360” isn’t a town/],
      ['towns', '33602', /isn’t a town/],
      ['towns', 'Tampa\ntampa', /“tampa” isn’t a town/],
      ['towns', 'St. Cloud\nSt Cloud: 34769', /St Cloud is listed twice/],
      ['region', '{phone}', /\{ and \}/],
      ['county', '', /terms of service/],
      ['radiusMinutes', '0', /from 5 to 120/],
    ] as const) {
      const { status, body } = await ask('PUT', api.area.change.path, { ...tampa, [field]: value })
      expect([value, status, body.fields]).toEqual([
        value,
        400,
        { [field]: expect.stringMatching(problem) },
      ])
    }
  })

  test('stands on each page, and nothing of the built-in one is left', async () => {
    const words = await wordsOf(() => ask('PUT', api.area.change.path, tampa))
    expect(words).toEqual([
      'changed the service area: Tampa Bay: Tampa, Brandon, Riverview, Temple Terrace (done)',
    ])
    expect((await ask('GET', api.area.read.path)).data).toEqual({
      ...tampa,
      radiusMinutes: 25,
      towns: [
        { name: 'Tampa', zips: ['33602', '33603'] },
        { name: 'Brandon', zips: ['33510', '33511'] },
        { name: 'Riverview', zips: ['33578'] },
        { name: 'Temple Terrace', zips: [] },
      ],
    })
    const builtIn = new RegExp(
      [
        ...builtInTowns,
        'Central F(?:lorida|L)',
        'Volusia',
        'Seminole',
        'St. Johns',
        '28.9005',
      ].join('|'),
    )
    for (const path of publicPaths) {
      const html = await bodyAt(path)
      expect(html, path).toContain('Tampa')
      expect(builtIn.exec(html)?.[0], path).toBeUndefined()
      expect(html.match(/\{(?:town|region|county|radius|shortRegion)s?\}/), path).toBeNull()
    }
    expect(await bodyAt('/terms-of-service')).toContain('Hillsborough County, Florida')
    expect(await bodyAt('/service-areas')).toMatch(/ZIP code 33602[\s\S]*Temple Terrace, FL/)
    const home = await bodyAt('/')
    expect(home).toContain('"areaServed":[{"@type":"City","name":"Tampa, FL"}')
    expect(home).toContain('name="geo.placename" content="Tampa"')
    expect(home).not.toContain('geo.position')
  })

  test('says where requests are, and whom to ask', async () => {
    expect((await send('5 Bay St, Tampa, FL 33603')).place).toBe('served')
    expect((await send('12 Oak St, Deltona, FL 32725')).place).toBe('outside')
    const add = (fields: object) => ask('POST', api.addContractor.path, contractorFields(fields))
    const old = await add({ towns: ['Deltona'] })
    expect([old.status, old.body.fields]).toEqual([400, { towns: 'This isn’t one of the towns.' }])
    expect((await add({ towns: ['Brandon', 'Tampa'] })).status).toBe(201)
  })

  test('is known to a process that has just started before it stores a request', async () => {
    setArea(builtInArea)
    const starting = await buildTestApp(database.handle())
    onTestFinished(() => starting.close())
    const payload = contactBody({ ...anotherPerson(), address: '5 Bay St, Tampa, FL 33603' })
    const answer = await starting.inject({ method: 'POST', url: api.contact.path, payload })
    expect(answer.json().data.place).toBe('served')
  })

  test('has the drawn map where its towns and its drive are those of the area', async () => {
    const isDrawnWith = async (radiusMinutes: string, towns = builtInTowns) => {
      const body = { ...tampa, radiusMinutes, towns: towns.join('\n') }
      expect((await ask('PUT', api.area.change.path, body)).status).toBe(200)
      return (await bodyAt('/contact')).includes('-minute drive around')
    }
    expect(await isDrawnWith('20')).toBe(true)
    expect(await isDrawnWith('25')).toBe(false)
    expect(await isDrawnWith('20', builtInTowns.toReversed())).toBe(false)
  })
})

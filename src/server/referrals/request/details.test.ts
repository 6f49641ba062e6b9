import sharp from 'sharp'
import { expect, test } from 'vitest'
import { additionErrors, photoErrors, requestPage } from '#/content/request-page.ts'
import { additionLimits } from '#/contracts/referrals/requests.ts'
import { type FormFile, photoForm } from '#tests/support/api/photo-form.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { additionSite } from '#tests/support/suite-site.ts'

/** What a browser sends where no file was chosen. */
const noFile: FormFile = { name: '', bytes: Buffer.alloc(0) }

describeOnDatabase('the form of a request’s page with everything in it', (database) => {
  const { app, send, additionsOf, historyOf } = additionSite(database)

  let sentForms = 0
  const postAll = (path: string, fields: Record<string, string>, file = noFile) => {
    sentForms += 1
    // Each from another network.
    const remoteAddress = `10.8.${sentForms}.1`
    return app().inject({ ...photoForm(`${path}/photos`, [file], fields), remoteAddress })
  }

  test('all of the form is stored together, and what did not change is not', async () => {
    const { path, id } = await send()
    const all = {
      town: 'DeLand',
      zip: '',
      address: '7 Oak St',
      callTime: 'now',
      word: 'Ring twice',
    }
    const answer = await postAll(path, all)
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${path}?added=details`])
    expect(await historyOf(id)).toEqual(['received', 'place-said', 'call-time-said', 'word-added'])
    // Sent as the page has it then, with one thing more.
    const more = await postAll(path, { ...all, word: 'No, once' })
    expect(more.headers.location).toBe(`${path}?added=word`)
    const nothing = await postAll(path, { ...all, word: '' })
    expect([nothing.statusCode, nothing.body.includes(photoErrors.none)]).toEqual([400, true])
    expect((await additionsOf(id)).words.map(({ text }) => text)).toEqual([
      'Ring twice',
      'No, once',
    ])
  })

  test('what came with the request is not stored again with the form', async () => {
    const { path, id } = await send()
    const own = { town: 'Deltona', zip: '', address: '12 Lakeshore Drive, Deltona' }
    const answer = await postAll(path, { ...own, callTime: 'now', word: '' })
    expect(answer.headers.location).toBe(`${path}?added=call-time`)
    expect(await historyOf(id)).toEqual(['received', 'call-time-said'])
  })

  test('of a form with something wrong none of the texts is stored, and all that was typed stays', async () => {
    const { path, id } = await send()
    const typed = {
      town: 'DeLand',
      zip: '3277',
      address: '',
      callTime: 'at <b>noon',
      word: 'Hello',
    }
    const { statusCode, body } = await postAll(path, typed)
    expect(statusCode).toBe(400)
    // What is wrong is not hidden.
    expect(body).toMatch(/<details class="opener" open="">(?:(?!<\/details>).)*name="zip"/s)
    expect(body).toContain(requestPage.problem)
    expect(body).toContain(additionErrors.fields.zip.invalid)
    for (const kept of ['value="3277"', 'value="at &lt;b&gt;noon"', '>Hello</textarea>']) {
      expect(body).toContain(kept)
    }
    expect(body).toContain('<option value="DeLand" selected="">')
    expect(await historyOf(id)).toEqual(['received'])
    const long = await postAll(path, { ...typed, zip: '', word: 'ä'.repeat(40_000) })
    expect(long.body).toContain('Please keep it to 2,000 characters.')
    expect(await historyOf(id)).toEqual(['received'])
    const longest = '\n'.repeat(999) + 'ä'.repeat(1_000)
    expect((await postAll(path, { ...typed, zip: '', word: `x${longest}` })).statusCode).toBe(303)
  })

  test('with more than a request may have changes nothing, and says so', async () => {
    const { path, id } = await send()
    for (let each = 0; each < additionLimits.word; each += 1) {
      expect((await postAll(path, { word: `word ${each}` })).statusCode).toBe(303)
    }
    const { statusCode, body } = await postAll(path, { callTime: 'at noon', word: 'one more' })
    expect([statusCode, body.includes(additionErrors.full)]).toEqual([400, true])
    expect(body).toContain(requestPage.problem)
    expect(body).toContain('value="at noon"')
    expect((await additionsOf(id)).callTime).toBeNull()
  })

  test('of which a part is wrong says what is saved, and only that', async () => {
    const { path, id } = await send()
    const create = { width: 20, height: 20, channels: 3 as const, background: '#8844aa' }
    const good = { name: 'good.jpg', bytes: await sharp({ create }).jpeg().toBuffer() }
    const bad = { name: 'bad.jpg', bytes: Buffer.from('<svg/>') }
    const wrong = await postAll(path, { zip: '1', word: 'Hello' }, good)
    expect([wrong.statusCode, (await additionsOf(id)).photos]).toMatchObject([400, [{ width: 20 }]])
    expect(wrong.body).toContain(requestPage.problemOfPart.photos)
    expect(wrong.body).toContain('>Hello</textarea>')
    // And the other way round.
    const refused = await postAll(path, { word: 'Hello' }, bad)
    expect(refused.body).toContain(requestPage.problemOfPart.texts)
    expect(refused.body).not.toContain('>Hello</textarea>')
    expect(refused.body).toContain('bad.jpg')
    expect((await additionsOf(id)).words.map(({ text }) => text)).toEqual(['Hello'])
    const both = await postAll(path, { word: 'Bye' }, good)
    expect(both.headers.location).toBe(`${path}?added=details`)
  })
})

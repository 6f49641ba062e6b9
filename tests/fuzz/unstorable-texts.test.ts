import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { apiPaths } from '#/contracts/routes.ts'
import { createLinkToRequest } from '#/server/referrals/requests/link-to-request.ts'
import {
  describedPath,
  type JsonSchema,
  type Operation,
  operationsIn,
  type Probe,
} from '#tests/support/api-operations.ts'
import { describeOnDatabase } from '#tests/support/databases.ts'
import { contactBody, contractorFields } from '#tests/support/factories.ts'
import { inAnHour } from '#tests/support/offer-site.ts'
import { referralSite } from '#tests/support/suite-site.ts'

/** What no text of the database has: in a text of JSON, and in an address or a form. */
const unstorable = [
  { inJson: '\0', encoded: '%00' },
  { inJson: '\uD800', encoded: '%ED%A0%80' },
]

/** Puts it into the middle of a text, where nothing trims it. */
const spoil = (text: string, wrong: string) =>
  text.slice(0, text.length / 2) + wrong + text.slice(text.length / 2)

/** What fields of these names hold where their schemas do not say it. */
const byName: Record<string, unknown> = {
  ...contractorFields(),
  ...contactBody(),
  url: 'https://example.com/leads',
  path: '/about',
  pagePath: '/about',
  password: 'correct horse battery',
  callAt: inAnHour(),
  leadId: 1,
}

/** A value of a schema; most operations take it. */
function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (name in byName && schema.type !== 'object') return byName[name]
  const [choice] = schema.anyOf ?? schema.oneOf ?? []
  if (choice) return exampleOf(choice, name)
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'object') {
    const fields = Object.entries(schema.properties ?? {})
    return Object.fromEntries(fields.map(([field, part]) => [field, exampleOf(part, field)]))
  }
  if (schema.type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (schema.type === 'boolean') return true
  return schema.type === 'string' ? 'text' : Math.max(1, schema.minimum ?? 1)
}

/** The value with each of its texts spoiled in turn. */
function spoiled(value: unknown, wrong: string): unknown[] {
  if (typeof value === 'string') return [spoil(value, wrong)]
  if (Array.isArray(value))
    return value.flatMap((part) => spoiled(part, wrong)).map((part) => [part])
  return Object.entries(value ?? {}).flatMap(([name, part]) =>
    spoiled(part, wrong).map((changed) => ({ ...(value as object), [name]: changed })),
  )
}

/** Requests to an operation, each with one text spoiled: in its body or in its address. */
function requestsTo(operation: Operation): Probe[] {
  const { body } = operation
  const bodies = body ? (body.oneOf ?? [body]).map((schema) => exampleOf(schema)) : [undefined]
  return bodies.flatMap((value) => requestsWith(operation, value))
}

function requestsWith({ method, path, parameters }: Operation, value: unknown): Probe[] {
  const examples = parameters.map(({ name, in: place, schema }) => ({
    name,
    place,
    example: encodeURIComponent(String(exampleOf(schema, name))),
  }))
  function addressOf(values: typeof examples): string {
    const query = values.filter(({ place }) => place === 'query')
    return values
      .filter(({ place }) => place === 'path')
      .reduce((url, { name, example }) => url.replace(`{${name}}`, example), path)
      .concat('?', query.map(({ name, example }) => `${name}=${example}`).join('&'))
  }
  const request = (url: string, sent: unknown): Probe => ({
    method: method as Probe['method'],
    url,
    headers: value === undefined ? {} : { 'content-type': 'application/json' },
    ...(value !== undefined && { payload: JSON.stringify(sent) }),
  })
  return unstorable.flatMap(({ inJson, encoded }) => [
    ...spoiled(value, inJson).map((sent) => request(addressOf(examples), sent)),
    ...examples.map((parameter) =>
      request(
        addressOf(
          examples.map((each) =>
            each === parameter ? { ...each, example: spoil(each.example, encoded) } : each,
          ),
        ),
        value,
      ),
    ),
  ])
}

/** What is read only of a browser that has asked for something else before. */
const cookiesBy: Record<string, string> = {
  [apiPaths.signInPasskey]: apiPaths.signInPasskeyOptions,
}

/** Passkeys work at this origin. */
const fromHere = { origin: 'http://localhost:3000', host: 'localhost:3000' }

/** Requests as the forms of a page send them, each with one field spoiled. */
function requestsOfForms(html: string): Probe[] {
  const $ = load(html)
  return $('form[method=post]')
    .toArray()
    .flatMap((form) => {
      const url = $(form).attr('action') ?? ''
      const fields = $(form)
        .find('[name]')
        .toArray()
        .map((field) => ({ name: $(field).attr('name'), text: $(field).attr('value') || 'text' }))
      return unstorable.flatMap(({ encoded }) =>
        fields.map((wrong): Probe => {
          const sent = fields.map((field) => {
            const text = encodeURIComponent(field.text)
            return `${field.name}=${field === wrong ? spoil(text, encoded) : text}`
          })
          const headers = { 'content-type': 'application/x-www-form-urlencoded' }
          return { method: 'POST', url, headers, payload: sent.join('&') }
        }),
      )
    })
}

describeOnDatabase('a text that the database does not take', (database) => {
  const { app, db, cookie, site } = referralSite(database)
  let asked = 0

  /** The status of the answer; each request comes from another address, so that none is too many. */
  async function statusOf(request: Probe) {
    asked += 1
    const remoteAddress = `10.${asked >> 8}.${asked & 255}.1`
    const before = cookiesBy[request.url.slice(0, -1)]
    const cookies = before
      ? (await app().inject({ method: 'POST', url: before, headers: fromHere, remoteAddress }))
          .cookies
      : []
    const own = request.headers.cookie ?? cookie()
    const sent = [own, ...cookies.map(({ name, value }) => `${name}=${value}`)].join('; ')
    const headers = { ...request.headers, ...fromHere, cookie: sent }
    return (await app().inject({ ...request, headers, remoteAddress })).statusCode
  }

  async function failuresOf(requests: readonly Probe[]) {
    const failures: unknown[] = []
    for (const request of requests) {
      const status = await statusOf(request)
      if (status >= 500) failures.push([status, request])
    }
    return failures
  }

  test('is never a failure of ours, wherever the API is sent it', async () => {
    await site.offered()
    const operations = operationsIn((await app().inject(apiPaths.openapi)).json())
    const requests = operations
      .filter(({ path }) => path !== describedPath(apiPaths.leadEvents))
      .flatMap(requestsTo)
    expect(requests.length).toBeGreaterThan(150)
    expect(await failuresOf(requests)).toEqual([])
  })

  test('is never one in a form', async () => {
    const { link, leadId } = await site.offered()
    const accepted = await site.offered()
    await site.open(`${accepted.link}/accept`, { callAt: inAnHour() })
    const ofRequest = await createLinkToRequest(db(), '')(leadId)
    const done = await createLinkToRequest(db(), '')(accepted.leadId)
    await site.setOutcome(accepted.leadId, 'done')
    const pages = ['/', '/contact', ofRequest, done, link, accepted.link]
    const answers = await Promise.all(pages.map((page) => site.open(page)))
    const requests = answers.flatMap(({ body }) => requestsOfForms(body))
    expect(new Set(requests.map(({ url }) => url)).size).toBeGreaterThan(5)
    expect(await failuresOf(requests)).toEqual([])
  })

  test('is never one in a header that is read, nor in the name of a file', async () => {
    const { leadId } = await site.offered()
    const url = `${await createLinkToRequest(db(), '')(leadId)}/photos`
    const typeOf = (type: string) => ({ 'content-type': type })
    const requests = unstorable.flatMap(({ inJson, encoded }): Probe[] => [
      {
        method: 'POST',
        url: apiPaths.contact,
        headers: {
          ...typeOf('application/x-www-form-urlencoded'),
          referer: `${fromHere.origin}/?gclid=${encoded}`,
        },
        payload: new URLSearchParams(contactBody()).toString(),
      },
      {
        method: 'POST',
        url: apiPaths.taps,
        headers: { ...typeOf('text/plain'), referer: `${fromHere.origin}/about${encoded}` },
        payload: `/?utm_source=${encoded} https://example.com/${encoded}`,
      },
      {
        method: 'POST',
        url,
        headers: typeOf('multipart/form-data; boundary=x'),
        payload: `--x\r\ncontent-disposition: form-data; name="photos"; filename="a${inJson}.jpg"\r\n\r\nx\r\n--x--\r\n`,
      },
      ...['breezeway-session', 'breezeway-first-step', 'breezeway-passkey'].map(
        (name): Probe => ({
          method: 'GET',
          url: apiPaths.currentUser,
          headers: { cookie: `${name}=${encoded}.${encoded}` },
        }),
      ),
    ])
    expect(await failuresOf(requests)).toEqual([])
  })
})

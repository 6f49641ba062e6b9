import assert from 'node:assert/strict'
import fc from 'fast-check'
import { attributionSchema } from '#/contracts/leads/attribution.ts'
import { sourceOf, sourceOfVisit, sources } from '#/contracts/results/visits.ts'
import { clientKey } from '#/server/http/client-address.ts'
import { attributionOfVisit, visitOfReferer } from '#/server/leads/intake/attribution.ts'
import { consentShown } from '#/server/leads/intake/consent.ts'
import { fromPieces, oddText } from '../odd-texts.ts'
import { parserTarget } from '../target.ts'

const visits = fromPieces([
  ...['/', '/about', '?', '&', '=', ' ', '#', '//', '\\', '%', ':', '@', '..', 'android-app://x'],
  ...['utm_source=', 'gclid=', 'fbclid=', 'utm_medium=cpc', 'google', 'https://', 'http:'],
  ...['site.example', 'www.', 'facebook.com', 'javascript:', '[::1]', ':3000'],
])

const hosts = ['site.example', 'localhost:3000']

const addresses = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fromPieces(['1', '255', '.', ':', '::', '[', ']', '/64', 'ffff', '%eth0', '0x']),
)

export const visitTargets = [
  parserTarget({
    name: 'attribution',
    share: 100,
    inputs: visits,
    expectation(visit) {
      visitOfReferer(visit, hosts)
      const attribution = attributionOfVisit(visit, hosts)
      assert.ok(sources.includes(sourceOf(attribution)))
      assert.equal(sourceOfVisit(visit, hosts), sourceOf(attribution))
      if (!attribution) return
      assert.deepEqual(attributionSchema.parse(attribution), attribution)
      assert.match(attribution.landingPage ?? '/', /^\//)
      assert.match(attribution.referrer ?? 'http:', /^(https?|android-app):/)
      for (const text of Object.values(attribution).filter((value) => value !== undefined)) {
        assert.ok(text.length <= 500 && text.isWellFormed() && !/\p{Cc}/u.test(text))
      }
    },
  }),
  parserTarget({
    name: 'consent',
    share: 20,
    inputs: fc.tuple(oddText(), oddText()),
    expectation([version, page]) {
      assert.match(consentShown(version, page, 'Site')?.page ?? '/', /^\//)
    },
  }),
  parserTarget({
    name: "client's address",
    share: 80,
    inputs: addresses,
    expectation(written) {
      const key = clientKey(written)
      assert.match(key, /^(unknown|[\d.]+|[\da-f:]+\/64)$/)
      if (!key.endsWith('/64')) assert.equal(clientKey(key), key)
    },
  }),
]

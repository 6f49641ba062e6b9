import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { publicPaths } from '#/contracts/routes.ts'
import { serveSitePages } from '../../../tests/site-pages.ts'

/** Compressed, before requests had pages of their own and taps on the phone number were counted. */
const bytesBefore: Record<string, number> = {
  '/': 13_392,
  '/services': 10_460,
  '/about': 9_304,
  '/service-areas': 9_010,
  '/contact': 10_001,
  '/whats-wrong': 10_492,
  '/privacy-policy': 10_002,
  '/terms-of-service': 10_315,
  '/sitemap': 8_175,
  '/services/residential-hvac': 9_629,
  '/services/commercial-hvac': 9_614,
  '/services/ac-repair': 9_720,
  '/services/hvac-inspections': 9_618,
  '/services/energy-efficiency': 9_645,
  '/services/drain-cleaning': 9_591,
  '/services/water-heaters': 9_606,
  '/services/emergency-hvac': 9_657,
  '/services/duct-cleaning': 9_669,
  '/services/heating-systems': 9_655,
}

/** All that this may have added to a page. */
const mostAdded = 300

const app = serveSitePages()

test.each(publicPaths)(
  '%s counts taps by a script of its own, and has hardly grown by it',
  async (path) => {
    const { body } = await app().inject(path)
    const inline = [...body.matchAll(/<script(?![^>]*\ssrc=)[^>]*>(.*?)<\/script>/gs)]
    expect(inline.filter(([, script]) => script?.includes('sendBeacon'))).toHaveLength(1)
    const before = bytesBefore[path] ?? 0
    expect(brotliCompressSync(body).length).toBeLessThanOrEqual(before + mostAdded)
  },
)

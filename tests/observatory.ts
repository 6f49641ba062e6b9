/**
 * What Mozilla's HTTP Observatory would give an answer, by the rules of its version 6 in words of our
 * own: `src/grader/charts.js` and `src/analyzer/tests/` of github.com/mdn/mdn-http-observatory, as of
 * August 2026. A site begins with 100 points. Rules take points away, and give more to a site that
 * has kept 90.
 *
 * Redirects from http are not in it: the proxy does them (`deploy/`), and they can only cost.
 */

/** An answer as a browser gets it over https, the names of its headers in small letters. */
export type ScannedAnswer = {
  headers: Record<string, string | string[] | number | undefined>
  body: string
}

/** The points by rule; those of a rule with which all is as it should be, but not better, are 0. */
export type ObservatoryScore = {
  points: Record<keyof typeof rules, number>
  /** Of 165. */
  score: number
  /** Of 145: without the two rules that came with version 6. */
  scoreOf145: number
}

const textOf = ({ headers }: ScannedAnswer, name: string) => {
  const value = headers[name]
  return value === undefined ? undefined : String(value).trim().toLowerCase()
}

function policyOf(answer: ScannedAnswer): Map<string, string[]> | undefined {
  const text = textOf(answer, 'content-security-policy')
  if (!text) return undefined
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/))
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]))
}

const isBroad = (source: string) => /^(ftp:|https?:|\*|https?:\/\/\*(\.\*)?)$/.test(source)
const isUnsafe = (source: string) => ["'unsafe-inline'", 'data:'].includes(source)

function contentSecurityPolicy(answer: ScannedAnswer): number {
  const policy = policyOf(answer)
  if (!policy) return -25
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  // A hash or a nonce makes browsers ignore 'unsafe-inline'.
  const inlineOf = (name: string) => {
    const sources = sourcesOf(name)
    const isHashed = sources.some((source) => /^'(sha(256|384|512)|nonce)-/.test(source))
    return sources.filter((source) => !isHashed || source !== "'unsafe-inline'")
  }
  const isInsecure = (source: string) => /^(http|ftp):/.test(source)
  const passive = ['img-src', 'media-src']
  const active = [...policy].filter(([name]) => !passive.includes(name))
  if (inlineOf('script-src').some((source) => isBroad(source) || isUnsafe(source))) return -20
  if (sourcesOf('object-src').some(isBroad)) return -20
  if (active.some(([, sources]) => sources.some(isInsecure))) return -20
  const code = [...sourcesOf('script-src'), ...sourcesOf('style-src')]
  if (code.includes("'unsafe-eval'")) return -10
  if (passive.flatMap(sourcesOf).some(isInsecure)) return -10
  if (inlineOf('style-src').some((source) => isBroad(source) || isUnsafe(source))) return 0
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}

function cookies(answer: ScannedAnswer): number {
  const all = [answer.headers['set-cookie'] ?? []].flat().map(String)
  const isProtected = strictTransport(answer) >= 0
  const points = all.map((cookie) => {
    const [pair = '', ...attributes] = cookie.toLowerCase().split(/;\s*/)
    const name = pair.split('=', 1)[0] ?? ''
    const isSession = name.includes('sess') || name.includes('login')
    const isSecure = attributes.includes('secure')
    const sameSite = attributes.find((attribute) => attribute.startsWith('samesite'))?.split('=')[1]
    if (isSession && !isSecure && !isProtected) return -40
    if (isSession && !attributes.includes('httponly')) return -30
    if (sameSite !== undefined && !['strict', 'lax', 'none'].includes(sameSite)) return -20
    if (!isSecure && sameSite === 'none') return -20
    if (name.includes('csrf') && sameSite === undefined) return -20
    if (!isSecure) return isProtected ? (isSession ? -10 : -5) : -20
    return sameSite === undefined ? 0 : 5
  })
  return points.length > 0 ? Math.min(...points) : 0
}

/** The answer must be one to a request with an Origin. */
function crossOriginSharing(answer: ScannedAnswer): number {
  const allowed = textOf(answer, 'access-control-allow-origin')
  const hasCredentials = textOf(answer, 'access-control-allow-credentials') === 'true'
  return allowed !== undefined && allowed !== '*' && hasCredentials ? -50 : 0
}

function referrerPolicy(answer: ScannedAnswer): number {
  const policy = textOf(answer, 'referrer-policy')?.split(/,\s*/).at(-1)
  if (policy === undefined) return 0
  const isPrivate = /^(no-referrer|same-origin|strict-origin(-when-cross-origin)?)$/.test(policy)
  return isPrivate ? 5 : -5
}

const sixMonths = 15_552_000
const oneYear = 31_536_000

const maxAgeOf = (answer: ScannedAnswer) =>
  Number(/max-age=(\d+)/.exec(textOf(answer, 'strict-transport-security') ?? '')?.[1] ?? Number.NaN)

function strictTransport(answer: ScannedAnswer): number {
  const maxAge = maxAgeOf(answer)
  if (Number.isNaN(maxAge)) return -20
  return maxAge < sixMonths ? -10 : 0
}

/** True for the header that browsers' list of https sites asks for: hstspreload.org. */
export function maybeListed(answer: ScannedAnswer): boolean {
  const directives = textOf(answer, 'strict-transport-security')?.split(/;\s*/) ?? []
  return (
    maxAgeOf(answer) >= oneYear &&
    ['includesubdomains', 'preload'].every((one) => directives.includes(one))
  )
}

function subresourceIntegrity({ headers, body }: ScannedAnswer): number {
  if (!String(headers['content-type'] ?? 'text/html').startsWith('text/html')) return 0
  const scripts = [...body.matchAll(/<script\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const src = /\bsrc="([^"]*)"/.exec(attributes)?.[1]
    return src === undefined ? [] : [{ src, hasHash: /\bintegrity="[^"]/.test(attributes) }]
  })
  const foreign = scripts.filter(({ src }) => /^(https?:)?\/\//.test(src))
  if (foreign.some(({ src }) => !src.startsWith('https:'))) {
    return foreign.every(({ hasHash }) => hasHash) ? -20 : -50
  }
  if (foreign.some(({ hasHash }) => !hasHash)) return -5
  return scripts.some(({ hasHash }) => hasHash) ? 5 : 0
}

function noSniffing(answer: ScannedAnswer): number {
  return textOf(answer, 'x-content-type-options') === 'nosniff' ? 0 : -5
}

function frames(answer: ScannedAnswer): number {
  if (policyOf(answer)?.has('frame-ancestors')) return 5
  const option = textOf(answer, 'x-frame-options') ?? ''
  if (option.startsWith('allow-from')) return 0
  return option === 'deny' || option === 'sameorigin' ? 5 : -20
}

/** Points for a header of which there are good, harmless and unknown values. */
const byValue = (name: string, good: readonly string[], harmless: string) => {
  return (answer: ScannedAnswer): number => {
    const value = textOf(answer, name)
    if (value === undefined || value === harmless) return 0
    return good.includes(value) ? 10 : -5
  }
}

const openers = ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups']
const embedders = ['require-corp', 'credentialless']

const rules = {
  contentSecurityPolicy,
  cookies,
  crossOriginSharing,
  referrerPolicy,
  strictTransport,
  subresourceIntegrity,
  noSniffing,
  frames,
  resources: byValue('cross-origin-resource-policy', ['same-origin', 'same-site'], 'cross-origin'),
  opener: byValue('cross-origin-opener-policy', openers, 'unsafe-none'),
  embedder: byValue('cross-origin-embedder-policy', embedders, 'unsafe-none'),
}

function sum(points: readonly number[]): number {
  const kept = 100 + points.filter((count) => count < 0).reduce((a, b) => a + b, 0)
  return kept < 90 ? Math.max(0, kept) : 100 + points.reduce((a, b) => a + b, 0)
}

/** Scores one answer. `isListed` says that browsers know the site to speak https only. */
export function scoreAnswer(answer: ScannedAnswer, isListed: boolean): ObservatoryScore {
  const entries = Object.entries(rules).map(([name, rule]) => [name, rule(answer)])
  const points: ObservatoryScore['points'] = Object.fromEntries(entries)
  if (isListed) points.strictTransport = 5
  const { opener, embedder, ...older } = points
  return {
    points,
    score: sum(Object.values(points)),
    scoreOf145: sum(Object.values(older)),
  }
}

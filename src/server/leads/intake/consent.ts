import { consent, earlierConsents } from '#/content/estimate-form.ts'

/** What stands for a wording of a version that we never had, or no longer have. */
const unknownWording = 'The wording of this version is not on record.'

/** The wording that a lead's sender agreed to, as it was shown. */
export type ShownConsent = { text: string; version: string; page: string | null }

/** The current wording with its links, as a visitor reads it. */
function currentWording(): string {
  return `${consent.text} ${consent.privacyLabel}, ${consent.termsLabel}`
}

function wordingOf(version: string): string {
  if (version === consent.version) return currentWording()
  return Object.hasOwn(earlierConsents, version)
    ? (earlierConsents[version] ?? unknownWording)
    : unknownWording
}

/**
 * The consent for the version and page that a form says it showed; undefined for a request that came
 * from no form. An old page, still open after a change of the wording, gets the wording it had.
 */
export function consentShown(
  version: string | undefined,
  page: string | undefined,
  siteName: string,
): ShownConsent | undefined {
  if (version === undefined) return undefined
  return {
    text: wordingOf(version).replaceAll('{name}', siteName),
    version,
    page: page?.startsWith('/') ? page : null,
  }
}

import { consent, earlierConsents } from '#/content/estimate-form.ts'

/** Stored in place of the wording of a version that is unknown. */
const unknownWording = 'The wording of this version isn’t on record.'

/** The wording that a visitor agreed to, as it was shown. */
type ShownConsent = { text: string; version: string; page: string | null }

function currentWording(): string {
  return `${consent.text} ${consent.privacyLabel}, ${consent.termsLabel}`
}

function wordingOf(version: string): string {
  if (version === consent.version) return currentWording()
  return earlierConsents.get(version) ?? unknownWording
}

/**
 * The consent for the version and page that a form says it showed; undefined for a submission that
 * came from no form. A page opened before the wording changed gets the wording that it showed.
 */
export function consentShown(
  version: string | undefined,
  page: string | undefined,
  siteName: string,
): ShownConsent | undefined {
  if (version === undefined) return undefined
  return {
    text: wordingOf(version).replaceAll('{name}', () => siteName),
    version,
    page: page?.startsWith('/') ? page : null,
  }
}

import { consent, earlierConsents } from '#/content/estimate-form.ts'
import type { ReceivedSubmission } from './submit-lead.ts'

/** Stored in place of the wording of a version that is unknown. */
const unknownWording = 'The wording of this version isn’t on record.'

function wordingOf(version: string): string {
  const { text, privacyLabel, termsLabel } = consent
  if (version === consent.version) return `${text} ${privacyLabel}, ${termsLabel}`
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
): ReceivedSubmission['consent'] {
  if (version === undefined) return undefined
  return {
    text: wordingOf(version).replaceAll('{name}', () => siteName),
    version,
    page: page?.startsWith('/') ? page : null,
  }
}

import { homePage } from '#/content/pages/home.ts'
import { ClosingBand } from '../closing-band.tsx'

const { callToAction } = homePage

/** The question in the middle of the page. */
export function CallToAction() {
  return <ClosingBand {...callToAction} />
}

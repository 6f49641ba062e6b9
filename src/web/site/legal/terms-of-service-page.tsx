import { termsOfService } from '#/content/legal/terms-of-service.ts'
import { LegalPage } from './legal-page.tsx'

/** What holds between a visitor and the network. */
export default function TermsOfServicePage() {
  return <LegalPage document={termsOfService} />
}

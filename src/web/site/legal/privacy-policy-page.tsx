import { privacyPolicy } from '#/content/legal/privacy-policy.ts'
import { LegalPage } from './legal-page.tsx'

/** What the network does with what it is told. */
export default function PrivacyPolicyPage() {
  return <LegalPage document={privacyPolicy} />
}

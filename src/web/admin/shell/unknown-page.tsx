import { adminPaths } from '#/contracts/routes.ts'
import { AdminHead } from './admin-head.tsx'
import { Card } from './card.tsx'

/** What an address below /admin shows that is none of the back office's. */
export function UnknownPage() {
  return (
    <Card heading="Nothing here">
      <AdminHead title="Nothing here" />
      <p>The back office has no page at this address.</p>
      <p>
        <a href={adminPaths.leads}>Go to Form Fills Management</a>
      </p>
    </Card>
  )
}

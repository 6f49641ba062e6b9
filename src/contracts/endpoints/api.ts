import { accountEndpoints } from './accounts.ts'
import type { ParamsOf } from './endpoint.ts'
import { leadEndpoints } from './leads.ts'
import { officeEndpoints, seoEndpoints } from './office.ts'
import { referralEndpoints } from './referrals.ts'
import { settingEndpoints } from './settings.ts'
import { siteEndpoints } from './site.ts'

/**
 * Every endpoint by name. A proof is asked for before what is rare and could harm for long: where
 * personal data is sent from then on, exports, deleting for good, letting people in. Daily work
 * needs none.
 */
export const api = {
  ...siteEndpoints,
  ...accountEndpoints,
  ...seoEndpoints,
  ...leadEndpoints,
  ...referralEndpoints,
  ...settingEndpoints,
  ...officeEndpoints,
}

/** Returns the address of an endpoint: `pathTo(api.leadNote, { leadId: 7 })`. */
export function pathTo<Path extends string>(
  { path }: { path: Path },
  params: ParamsOf<Path>,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries<string | number | undefined>(params)) {
    if (value !== undefined && !path.split('/').includes(`:${name}`)) query.set(name, `${value}`)
  }
  const address = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(`${params[name]}`))
  // Older browsers have no `size` of it.
  return String(query) ? `${address}?${query}` : address
}

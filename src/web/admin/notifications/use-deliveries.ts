import { api } from '#/contracts/endpoints/api.ts'
import type { Delivery } from '#/contracts/notifications/deliveries.ts'
import { useData } from '../shell/use-api.ts'

/** Deliveries change without the owner: read again every 15 seconds. */
const usualMs = 15_000

/** The paths of everything that shows deliveries: what needs somebody, and the lead with its own. */
export const deliveryPaths = [api.needs.path, api.leads.path]

const isOnItsWay = ({ state, problem }: Delivery) => state === 'pending' && problem === null

/** Polls the deliveries of one lead; often while one is on its way, because the owner is waiting for it. */
export function useLeadDeliveries(leadId: number) {
  return useData(
    api.leadDeliveries,
    { leadId },
    {
      refetchOnWindowFocus: 'always',
      refetchInterval: ({ state }) => (state.data?.data.some(isOnItsWay) ? 1_500 : usualMs),
    },
  )
}

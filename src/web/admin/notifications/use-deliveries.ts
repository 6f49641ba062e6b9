import { useQuery } from '@tanstack/react-query'
import { api, pathTo } from '#/contracts/endpoints/api.ts'
import type { Delivery, DeliverySummary } from '#/contracts/notifications/deliveries.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { useServerData } from '../shell/server-data.ts'

/** Deliveries change without the owner: read again every 15 seconds. */
const polled = { refetchInterval: 15_000, refetchOnWindowFocus: 'always' } as const

/** The paths of everything that shows deliveries: the lists, and the lead with its own. */
export const deliveryPaths = [api.deliveries.path, api.leads.path]

/** How mails leave, and how many did not. */
export function useDeliverySummary() {
  return useServerData<DeliverySummary>(api.deliverySummary.path)
}

/** The failed and overdue deliveries, and how many there are: the list may be shorter. */
export type Troubled = { summary: DeliverySummary; deliveries: Delivery[] }

/** Polls the troubled deliveries. List and counts are one query, so that they always agree. */
export function useTroubledDeliveries() {
  const { apiBaseUrl } = useSite()
  return useQuery({
    ...polled,
    queryKey: [api.deliveries.path, 'with summary'],
    queryFn: async ({ signal }): Promise<Troubled> => {
      const read = <Data>(path: string) =>
        request<{ data: Data }>('GET', path, { apiBaseUrl, signal })
      const { data: summary } = await read<DeliverySummary>(api.deliverySummary.path)
      if (summary.failed + summary.overdue === 0) return { summary, deliveries: [] }
      return { summary, deliveries: (await read<Delivery[]>(api.deliveries.path)).data }
    },
  })
}

const isOnItsWay = ({ state, problem }: Delivery) => state === 'pending' && problem === null

/** Polls the deliveries of one lead; often while one is on its way, because the owner is waiting for it. */
export function useLeadDeliveries(leadId: number) {
  return useServerData<Delivery[]>(pathTo(api.leadDeliveries, { leadId }), {
    ...polled,
    refetchInterval: ({ state }) =>
      state.data?.data.some(isOnItsWay) ? 1_500 : polled.refetchInterval,
  })
}

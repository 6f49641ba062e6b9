import { useQuery } from '@tanstack/react-query'
import type { Delivery, DeliverySummary } from '#/contracts/notifications/deliveries.ts'
import { apiPaths, leadPath } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { useServerData } from '../shell/server-data.ts'

/** Deliveries change without the owner: read again every 15 seconds. */
const polled = { refetchInterval: 15_000, refetchOnWindowFocus: 'always' } as const

/** The paths of everything that shows deliveries: the lists, and the lead with its own. */
export const deliveryPaths = [apiPaths.deliveries, apiPaths.leads]

/** How mails leave, and how many did not. */
export function useDeliverySummary() {
  return useServerData<DeliverySummary>(apiPaths.deliverySummary)
}

/** The failed and overdue deliveries, and how many there are: the list may be shorter. */
export type Troubled = { summary: DeliverySummary; deliveries: Delivery[] }

/** Polls the troubled deliveries. List and counts are one query, so that they always agree. */
export function useTroubledDeliveries() {
  const { apiBaseUrl } = useSite()
  return useQuery({
    ...polled,
    queryKey: [apiPaths.deliveries, 'with summary'],
    queryFn: async ({ signal }): Promise<Troubled> => {
      const read = <Data>(path: string) =>
        request<{ data: Data }>('GET', path, { apiBaseUrl, signal })
      const { data: summary } = await read<DeliverySummary>(apiPaths.deliverySummary)
      if (summary.failed + summary.overdue === 0) return { summary, deliveries: [] }
      return { summary, deliveries: (await read<Delivery[]>(apiPaths.deliveries)).data }
    },
  })
}

const isOnItsWay = ({ state, problem }: Delivery) => state === 'pending' && problem === null

/** Polls the deliveries of one lead; often while one is on its way, because the owner is waiting for it. */
export function useLeadDeliveries(leadId: number) {
  return useServerData<Delivery[]>(leadPath(apiPaths.leadDeliveries, leadId), {
    ...polled,
    refetchInterval: ({ state }) =>
      state.data?.data.some(isOnItsWay) ? 1_500 : polled.refetchInterval,
  })
}

import { useQuery } from '@tanstack/react-query'
import type { Delivery, DeliverySummary } from '#/contracts/notifications/deliveries.ts'
import { apiPaths, deliveryResendPath, leadPath } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { useChange, useServerData } from '../shell/server-data.ts'

/** '1 notification', '1,200 notifications'. */
export function countNotifications(count: number): string {
  return count === 1 ? '1 notification' : `${count.toLocaleString('en-US')} notifications`
}

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

/** Has all active recipients and webhooks told of a lead that they were not told of. */
export function useTell(leadId: number) {
  return useChange<void, { data: { queued: number } }>({
    call: () => ({ method: 'POST', path: leadPath(apiPaths.leadDeliveries, leadId) }),
    success: ({ data: { queued } }) =>
      `${countNotifications(queued)} ${queued === 1 ? 'is' : 'are'} on the way`,
    failure: 'Failed to tell of this lead',
    refetches: deliveryPaths,
  })
}

/** Sends one notification again. */
export function useResend() {
  return useChange({
    call: (deliveryId: number) => ({ method: 'POST', path: deliveryResendPath(deliveryId) }),
    success: 'The notification is being sent again',
    failure: 'Failed to resend the notification',
    refetches: deliveryPaths,
  })
}

/** Sends every troubled notification again. */
export function useResendAll() {
  return useChange<void, { data: { resent: number } }>({
    call: () => ({ method: 'POST', path: apiPaths.deliveriesResendFailed }),
    success: ({ data: { resent } }) =>
      resent === 1
        ? 'The notification is being sent again'
        : `${countNotifications(resent)} are being sent again`,
    failure: 'Failed to resend the notifications',
    refetches: deliveryPaths,
  })
}

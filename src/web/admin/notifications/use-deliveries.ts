import { type QueryFilters, useQuery } from '@tanstack/react-query'
import type { Delivery, DeliverySummary } from '#/contracts/deliveries.ts'
import { apiPaths, deliveryResendPath, leadPath } from '#/contracts/routes.ts'
import { request } from '../../request.ts'
import { useSite } from '../../words.ts'
import { useChange } from './use-change.ts'

const watched = { refetchInterval: 15_000, refetchOnWindowFocus: 'always' } as const

/** Everything that is known of deliveries: the summary, the troubled ones, those of a lead. */
export const allDeliveries: QueryFilters = {
  predicate: ({ queryKey }) => String(queryKey[0]).includes('/deliveries'),
}

/** How mails leave, and how many did not. */
export function useDeliverySummary() {
  return useQuery({
    queryKey: [apiPaths.deliverySummary],
    select: (answer: { data: DeliverySummary }) => answer.data,
  })
}

/** The deliveries that need the owner, and how many there are. */
export type Trouble = { summary: DeliverySummary; deliveries: Delivery[] }

/** What needs the owner, watched. The list comes with its count, so that the two always agree. */
export function useTrouble() {
  const { apiBaseUrl } = useSite()
  return useQuery({
    ...watched,
    queryKey: [apiPaths.deliveries, 'with summary'],
    queryFn: async ({ signal }): Promise<Trouble> => {
      const read = <Data>(path: string) =>
        request<{ data: Data }>('GET', path, { apiBaseUrl, signal })
      const { data: summary } = await read<DeliverySummary>(apiPaths.deliverySummary)
      if (summary.failed + summary.overdue === 0) return { summary, deliveries: [] }
      return { summary, deliveries: (await read<Delivery[]>(apiPaths.deliveries)).data }
    },
  })
}

/** Everything that was to tell of one lead, watched. */
export function useLeadDeliveries(leadId: number) {
  return useQuery({
    ...watched,
    queryKey: [leadPath(apiPaths.leadDeliveries, leadId)],
    select: (answer: { data: Delivery[] }) => answer.data,
  })
}

/** Sends one notification again. */
export function useResend() {
  return useChange({
    call: (deliveryId: number) => ({ method: 'POST', path: deliveryResendPath(deliveryId) }),
    success: 'The notification is being sent again',
    failure: 'Failed to resend the notification',
    showsReason: true,
    refetches: [allDeliveries],
  })
}

/** Sends everything again that was given up or is late. */
export function useResendAll() {
  return useChange<void, { data: { resent: number } }>({
    call: () => ({ method: 'POST', path: apiPaths.deliveriesResendFailed }),
    success: ({ data: { resent } }) =>
      resent === 1
        ? 'The notification is being sent again'
        : `${resent.toLocaleString('en-US')} notifications are being sent again`,
    failure: 'Failed to resend the notifications',
    showsReason: true,
    refetches: [allDeliveries],
  })
}

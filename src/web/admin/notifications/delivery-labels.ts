import type {
  AttemptOutcome,
  Delivery,
  DeliveryChannel,
} from '#/contracts/notifications/deliveries.ts'

/** The owner's name for each kind of delivery. */
export const channelLabels: Record<DeliveryChannel, string> = {
  mail: 'Mail',
  webhook: 'Webhook',
  confirmation: 'Confirmation to the visitor',
  offer: 'Offer to a contractor',
  match: 'Details to the contractor',
  recall: 'Withdrawal to the contractor',
  unmatched: 'Email that no contractor accepted',
  introduction: 'Contractor’s details to the visitor',
  'follow-up': 'Rating request to the visitor',
}

/** How an attempt ended. */
export const outcomeLabels: Record<AttemptOutcome, string> = {
  sent: 'Sent',
  kept: 'Kept as a file',
  retry: 'Failed, to be tried again',
  refused: 'Permanently refused',
  cancelled: 'Not sent',
}

/** The colour of a state; `data-tone` in the style sheet. */
export type Tone = 'good' | 'off' | 'busy' | 'bad'

/** The state of a delivery in a word or two. */
export function stateLabel({ state, isOverdue, problem }: Delivery): { label: string; tone: Tone } {
  switch (state) {
    case 'sent':
      return { label: 'Sent', tone: 'good' }
    case 'kept':
      return { label: 'Kept as a file', tone: 'off' }
    case 'failed':
      return { label: 'Given up', tone: 'bad' }
    case 'cancelled':
      return { label: 'Cancelled', tone: 'off' }
    case 'pending':
      if (isOverdue) return { label: 'Late', tone: 'bad' }
      return { label: problem ? 'Trying again' : 'On its way', tone: 'busy' }
  }
}

/** '1 notification', '1,200 notifications'. */
export function countNotifications(count: number): string {
  return count === 1 ? '1 notification' : `${count.toLocaleString('en-US')} notifications`
}

/** '1 try', '21 tries'. */
export function countAttempts(count: number): string {
  return count === 1 ? '1 try' : `${count} tries`
}

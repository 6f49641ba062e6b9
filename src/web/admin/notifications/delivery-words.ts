import type { AttemptOutcome, Delivery, DeliveryChannel } from '#/contracts/deliveries.ts'

/** What a delivery is, to the owner. */
export const channelWords: Record<DeliveryChannel, string> = {
  mail: 'Mail',
  webhook: 'Webhook',
  confirmation: 'Confirmation to the visitor',
}

/** How a try ended, to the owner. */
export const outcomeWords: Record<AttemptOutcome, string> = {
  sent: 'Sent',
  retry: 'Failed, to be tried again',
  refused: 'Refused for good',
  cancelled: 'Not sent',
}

/** How a state looks: calm, or asking for something. */
export type Tone = 'good' | 'off' | 'busy' | 'bad'

/** Where a delivery stands, in a word or two. */
export function stateOf({ state, isOverdue, problem }: Delivery): { word: string; tone: Tone } {
  switch (state) {
    case 'sent':
      return { word: 'Sent', tone: 'good' }
    case 'failed':
      return { word: 'Given up', tone: 'bad' }
    case 'cancelled':
      return { word: 'Cancelled', tone: 'off' }
    case 'pending':
      if (isOverdue) return { word: 'Late', tone: 'bad' }
      return { word: problem ? 'Trying again' : 'On its way', tone: 'busy' }
  }
}

/** '1 notification', '1,200 notifications'. */
export function countNotifications(count: number): string {
  return count === 1 ? '1 notification' : `${count.toLocaleString('en-US')} notifications`
}

/** '1 try', '21 tries'. */
export function countTries(count: number): string {
  return count === 1 ? '1 try' : `${count} tries`
}

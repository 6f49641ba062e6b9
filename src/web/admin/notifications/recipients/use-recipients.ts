import type { Recipient } from '#/contracts/notifications/notifications.ts'
import { apiPaths, recipientPath } from '#/contracts/routes.ts'
import { useChange, useServerData } from '../../shell/server-data.ts'
import { allDeliveries } from '../deliveries/use-deliveries.ts'

/** Deliveries too: a recipient's pending ones are cancelled when it is disabled or removed. */
const refetches = [
  { queryKey: [apiPaths.recipients] },
  { queryKey: [apiPaths.firstSteps] },
  allDeliveries,
]

/** In the order in which they were added. */
export function useRecipients() {
  return useServerData<Recipient[]>(apiPaths.recipients)
}

/** Adds an active recipient. */
export function useAddRecipient() {
  return useChange({
    call: (email: string) => ({ method: 'POST', path: apiPaths.recipients, body: { email } }),
    success: 'Email notification added successfully',
    failure: 'Failed to add email notification',
    refetches,
  })
}

/** Enables or disables a recipient. */
export function useSwitchRecipient() {
  return useChange({
    call: ({ id, isActive }: Pick<Recipient, 'id' | 'isActive'>) => ({
      method: 'PATCH',
      path: recipientPath(id),
      body: { isActive },
    }),
    success: 'Email notification updated successfully',
    failure: 'Failed to update email notification',
    refetches,
  })
}

/** Deletes a recipient. */
export function useRemoveRecipient() {
  return useChange({
    call: (id: number) => ({ method: 'DELETE', path: recipientPath(id) }),
    success: 'Email notification deleted successfully',
    failure: 'Failed to delete email notification',
    refetches,
  })
}

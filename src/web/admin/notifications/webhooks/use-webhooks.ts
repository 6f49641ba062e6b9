import { useMutation } from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  addedWebhookSchema,
  Webhook,
  webhookTestSchema,
} from '#/contracts/notifications/webhooks.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { request } from '../../../request.ts'
import { useSite } from '../../../words.ts'
import { useChange, useServerData } from '../../shell/server-data.ts'
import { allDeliveries } from '../deliveries/use-deliveries.ts'

/** A new webhook with the secret that signs its calls: the API answers the secret only once. */
export type AddedWebhook = z.infer<typeof addedWebhookSchema>

/** Deliveries too: a webhook's pending ones are cancelled when it is disabled or removed. */
const refetches = [
  { queryKey: [apiPaths.webhooks] },
  { queryKey: [apiPaths.firstSteps] },
  allDeliveries,
]

const pathOf = (webhookId: number) => apiPaths.webhook.replace(':webhookId', String(webhookId))

/** In the order in which they were added. */
export function useWebhooks() {
  return useServerData<Webhook[]>(apiPaths.webhooks)
}

/** Adds an active webhook. */
export function useAddWebhook() {
  return useChange<string, { data: AddedWebhook }>({
    call: (url) => ({ method: 'POST', path: apiPaths.webhooks, body: { url } }),
    success: 'Webhook added successfully',
    failure: 'Failed to add webhook',
    refetches,
  })
}

/** Enables or disables a webhook. */
export function useSwitchWebhook() {
  return useChange({
    call: ({ id, isActive }: Pick<Webhook, 'id' | 'isActive'>) => ({
      method: 'PATCH',
      path: pathOf(id),
      body: { isActive },
    }),
    success: 'Webhook updated successfully',
    failure: 'Failed to update webhook',
    refetches,
  })
}

/** Deletes a webhook and its secret. */
export function useRemoveWebhook() {
  return useChange({
    call: (id: number) => ({ method: 'DELETE', path: pathOf(id) }),
    success: 'Webhook deleted successfully',
    failure: 'Failed to delete webhook',
    refetches,
  })
}

/** Calls a webhook with a test message. The mutation's data says whether the webhook accepted it. */
export function useTestWebhook(webhookId: number) {
  const { apiBaseUrl } = useSite()
  const path = apiPaths.webhookTest.replace(':webhookId', String(webhookId))
  return useMutation({
    mutationFn: () =>
      request<{ data: z.infer<typeof webhookTestSchema> }>('POST', path, { apiBaseUrl }),
  })
}

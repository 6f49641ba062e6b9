import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Erasure, ErasurePreview, ErasureTarget } from '#/contracts/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { reasonOf, request } from '../../../request.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'

/** What is typed to confirm. */
const confirmation = 'erase'

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

type EraseDataProps = { target: ErasureTarget; onErased?: () => void }

/** Erases in two steps: shows what would go, then asks for a word to be typed. */
export function EraseData({ target, onErased }: EraseDataProps) {
  const { apiBaseUrl } = useSite()
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const preview = useMutation({
    mutationFn: () =>
      request<{ data: ErasurePreview }>('POST', apiPaths.erasurePreview, {
        apiBaseUrl,
        body: target,
      }),
  })
  const erase = useMutation({
    mutationFn: (expectedLeads: number) =>
      request<{ data: Erasure }>('POST', apiPaths.erasures, {
        apiBaseUrl,
        body: { ...target, expectedLeads },
      }),
    onSuccess: ({ data }) => {
      const text = `${plural(data.leads, 'request', 'requests')} erased`
      showToast({ title: 'Success', text, tone: 'default' })
      stop()
      onErased?.()
    },
    // Somebody may have sent another request meanwhile.
    onError: () => preview.mutate(),
    onSettled: () => client.invalidateQueries({ queryKey: [apiPaths.erasures] }),
  })

  function stop() {
    setTyped('')
    preview.reset()
    erase.reset()
  }

  const found = preview.data?.data
  const error = erase.error ?? preview.error
  const name = `erase-${'leadId' in target ? target.leadId : 'person'}`
  const frame = { name, label: `Type “${confirmation}” to confirm` }
  return (
    <div className="erase">
      {error && (
        <p className="problem" role="alert">
          {reasonOf(error) ?? 'Failed to erase data'}
        </p>
      )}
      {!found && (
        <button
          className="text-button danger"
          type="button"
          disabled={preview.isPending}
          onClick={() => preview.mutate()}
        >
          Erase data…
        </button>
      )}
      {found && found.leads === 0 && <p role="status">There is nothing to erase.</p>}
      {found && found.leads > 0 && (
        <form
          className="erase-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim().toLowerCase() === confirmation) erase.mutate(found.leads)
          }}
        >
          <p role="status">
            This deletes {plural(found.leads, 'request', 'requests')},{' '}
            {plural(found.notes, 'note', 'notes')} and{' '}
            {plural(found.deliveries, 'notification', 'notifications')}.
          </p>
          <Field frame={frame}>
            <input
              {...controlProps(frame)}
              autoComplete="off"
              autoCapitalize="none"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Field>
          <div className="erase-buttons">
            <button
              className="btn btn-small btn-danger"
              type="submit"
              disabled={typed.trim().toLowerCase() !== confirmation || erase.isPending}
            >
              Erase for good
            </button>
            <button className="tool-button" type="button" onClick={stop}>
              Cancel
            </button>
          </div>
        </form>
      )}
      {found && found.leads === 0 && (
        <button className="tool-button" type="button" onClick={stop}>
          Back
        </button>
      )}
    </div>
  )
}

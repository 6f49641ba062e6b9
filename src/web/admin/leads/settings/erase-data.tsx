import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Erasure, ErasurePreview, ErasureTarget } from '#/contracts/leads/privacy.ts'
import { apiPaths } from '#/contracts/routes.ts'
import { reasonOf, request } from '../../../request.ts'
import { controlProps, Field } from '../../../ui/fields.tsx'
import { showToast } from '../../../ui/show-toast.ts'
import { useSite } from '../../../words.ts'
import { requestWithProof } from '../../shell/ask-for-proof.ts'

type EraseDataProps = { target: ErasureTarget; onErased?: () => void }

/** Erases in two steps: shows what would be deleted, then asks for a word to be typed. */
export function EraseData({ target, onErased }: EraseDataProps) {
  const { preview, erase, typed, setTyped, cancel } = useErasure(target, onErased)
  const found = preview.data?.data
  const error = erase.error ?? preview.error
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
      {found && found.leads > 0 && (
        <ConfirmForm
          name={`erase-${target.leadId ?? 'person'}`}
          found={found}
          typed={typed}
          onType={setTyped}
          isErasing={erase.isPending}
          onConfirm={() => erase.mutate(found.leads)}
          onCancel={cancel}
        />
      )}
      {found?.leads === 0 && (
        <>
          <p role="status">There is nothing to erase.</p>
          <button className="tool-button" type="button" onClick={cancel}>
            Back
          </button>
        </>
      )}
    </div>
  )
}

/** The two calls, and the typed word: it stays when the preview has to be read again. */
function useErasure(target: ErasureTarget, onErased?: () => void) {
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
      requestWithProof<{ data: Erasure }>('POST', apiPaths.erasures, {
        apiBaseUrl,
        body: { ...target, expectedLeads },
      }),
    onSuccess: ({ data }) => {
      const text = `${plural(data.leads, 'request', 'requests')} erased`
      showToast({ title: 'Success', text, tone: 'default' })
      cancel()
      onErased?.()
    },
    // The server refuses another count than the previewed one: a lead may have arrived since.
    onError: () => preview.mutate(),
    onSettled: () => client.invalidateQueries({ queryKey: [apiPaths.erasures] }),
  })

  function cancel() {
    setTyped('')
    preview.reset()
    erase.reset()
  }

  return { preview, erase, typed, setTyped, cancel }
}

const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

const confirmation = 'erase'

type ConfirmFormProps = {
  name: string
  found: ErasurePreview
  typed: string
  onType: (text: string) => void
  isErasing: boolean
  onConfirm: () => void
  onCancel: () => void
}

function ConfirmForm(props: ConfirmFormProps) {
  const { name, found, typed, onType, isErasing, onConfirm, onCancel } = props
  const isConfirmed = typed.trim().toLowerCase() === confirmation
  const frame = { name, label: `Type “${confirmation}” to confirm` }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isConfirmed) onConfirm()
  }

  return (
    <form className="erase-form" onSubmit={submit}>
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
          onChange={(event) => onType(event.target.value)}
        />
      </Field>
      <div className="erase-buttons">
        <button
          className="btn btn-small btn-danger"
          type="submit"
          disabled={!isConfirmed || isErasing}
        >
          Erase permanently
        </button>
        <button className="tool-button" type="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}

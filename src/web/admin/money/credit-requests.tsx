import { useRef } from 'react'
import { Link } from 'wouter'
import { creditReasonLabels } from '#/content/money.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import type { CreditRequest } from '#/contracts/money/ledger.ts'
import { leadPagePath } from '#/contracts/routes.ts'
import { OfficePart } from '../shell/part-form.tsx'
import { ExactTime } from '../shell/times.tsx'
import { useDecideCredit } from './use-money.ts'

/** Contractors who want a fee back: granted or refused with one click. */
export function CreditRequests({ requests }: { requests: readonly CreditRequest[] }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const decide = useDecideCredit()

  function decideAndFocus(entryId: number, isGranted: boolean) {
    // The button that was pressed disappears with its row.
    heading.current?.focus()
    decide.mutate({ entryId, isGranted })
  }

  return (
    <OfficePart heading={`Credits to decide (${requests.length})`} headingRef={heading}>
      <ul className="divided">
        {requests.map((request) => (
          <li key={request.entryId} className="credit-request">
            <div>
              <p className="strong">
                <bdi>{request.companyName}</bdi>: {formatCents(request.amountCents)},{' '}
                {creditReasonLabels[request.reason].toLowerCase()}
              </p>
              {request.text && <p dir="auto">{request.text}</p>}
              <p className="by">
                {request.fee}
                {request.reference && request.leadId !== null && (
                  <>
                    , request{' '}
                    <Link className="text-button" href={leadPagePath(request.leadId)}>
                      {request.reference}
                    </Link>
                  </>
                )}
                . Asked <ExactTime at={request.at} isMuted />
              </p>
            </div>
            <div className="row-actions">
              <button
                className="btn btn-small"
                type="button"
                disabled={decide.isPending}
                onClick={() => decideAndFocus(request.entryId, true)}
              >
                Grant<span className="hidden-text"> the credit of {request.companyName}</span>
              </button>
              <button
                className="btn btn-line btn-small"
                type="button"
                disabled={decide.isPending}
                onClick={() => decideAndFocus(request.entryId, false)}
              >
                Refuse<span className="hidden-text"> the credit of {request.companyName}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
    </OfficePart>
  )
}

import { useEffect, useRef } from 'react'
import { declineReasonLabels, offerStateLabels, outcomeLabels } from '#/content/offer-page.ts'
import { serviceLabel } from '#/content/service-label.ts'
import type { RecentRequests, WhyNotReason } from '#/contracts/referrals/contractor-figures.ts'
import type { ContractorDetail, SentPage } from '#/contracts/referrals/contractor-page.ts'
import type { ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { contractorDetailPath, leadPagePath } from '#/contracts/routes.ts'
import { CopyField } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { useServerData } from '../shell/server-data.ts'
import { ExactTime } from '../shell/times.tsx'
import { figuresInWords } from './figures-in-words.ts'
import { useRevokeLinks, useSendPage } from './use-contractors.ts'

type DetailProps = { contractor: ContractorEntry; onDone: () => void; onEdit: () => void }

/** One contractor: their figures, the links to their page, and what they were offered. */
export function ContractorDetailPage({ contractor, onDone, onEdit }: DetailProps) {
  const query = useServerData<ContractorDetail>(contractorDetailPath(contractor.id), {
    refetchOnMount: 'always',
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="contractors" aria-labelledby="contractor-heading">
      <h2 id="contractor-heading" className="contractor-heading" ref={heading} tabIndex={-1}>
        <bdi>{contractor.companyName}</bdi>
      </h2>
      <div className="list-actions">
        <button className="tool-button" type="button" onClick={onDone}>
          All contractors
        </button>
        <button className="tool-button" type="button" onClick={onEdit}>
          Edit
        </button>
      </div>
      <QueryFailure query={query} text="Failed to fetch the contractor" />
      {query.isPending && <Loading />}
      {query.data && (
        <>
          <Standing contractor={contractor} detail={query.data} />
          <PageLinks contractor={contractor} links={query.data.links} />
          <History offers={query.data.offers} />
        </>
      )}
    </section>
  )
}

const reasonWords: Record<WhyNotReason, string> = {
  answers: 'went to one who had answered more of their offers',
  waited: 'went to one who had waited longer',
  'by-hand': 'went to one chosen by hand',
  'kept-away': 'came while something kept offers away from them',
}

/** Why they were not asked for the last requests, in a sentence. */
function recentInWords({ count, asked, days, reasons }: RecentRequests): string {
  if (count === 0) {
    return `No request in their towns and services was offered to anyone in ${days} days.`
  }
  const others = reasons.map((each) => `${each.count} ${reasonWords[each.reason]}`)
  const all = [`asked for ${asked}`, ...others].join(', ')
  return `Of the last ${count} requests in their towns and services, in ${days} days: ${all}.`
}

type StandingProps = { contractor: ContractorEntry; detail: ContractorDetail }

function Standing({ contractor, detail }: StandingProps) {
  const { figures, obstacles, recent } = detail
  return (
    <OfficePart heading="As the ranking sees them">
      <p className="office-about">{figuresInWords(figures, contractor).join(' · ')}</p>
      {obstacles.length === 0 ? (
        <p className="office-about">Nothing keeps offers away from them right now.</p>
      ) : (
        <p className="office-about">No new offers right now: {obstacles.join('; ')}.</p>
      )}
      <p className="office-about">{recentInWords(recent)}</p>
    </OfficePart>
  )
}

/** What became of the mail, and the link where no mail server took it. */
function SentPageOutcome({ outcome, problem, link }: SentPage) {
  if (link === null) return null
  return (
    <div role="status">
      <p>
        {outcome === 'failed'
          ? `The email was not sent. ${problem ?? ''}`
          : 'No email leaves this server, because no mail server is set up.'}{' '}
        Send them this link yourself. Anyone who has it can answer for them.
      </p>
      <CopyField
        label="Their link"
        value={link}
        selected="The link is selected: press Ctrl+C or ⌘C to copy it."
      />
    </div>
  )
}

type PageLinksProps = { contractor: ContractorEntry; links: ContractorDetail['links'] }

function PageLinks({ contractor: { id, companyName, email }, links }: PageLinksProps) {
  const send = useSendPage(id)
  const { mutate: revoke, isPending } = useRevokeLinks(id)
  return (
    <OfficePart heading="Their page">
      <p className="office-about">
        Every email to them has a link to their own page: offers, jobs and these figures.{' '}
        {links.count === 0
          ? 'No link works now.'
          : `${links.count === 1 ? '1 link works' : `${links.count} links work`} now.`}{' '}
        {links.newestAt && (
          <>
            The newest is from <ExactTime at={links.newestAt} />.
          </>
        )}
      </p>
      <div className="actions">
        <button
          className="btn btn-line btn-small"
          type="button"
          disabled={send.isPending}
          onClick={() => send.mutate()}
        >
          {send.isPending ? 'Sending…' : 'Send them their page'}
        </button>
        {links.count > 0 && !isPending && (
          <RemoveButton
            subject={companyName}
            verb="Revoke links"
            question="Revoke all their links?"
            consequence={`Every link we sent to ${email} stops working, those to offers and jobs too. Send them their page again so they can go on.`}
            onRemove={() => revoke()}
          />
        )}
      </div>
      {send.data && !send.isPending && <SentPageOutcome {...send.data.data} />}
    </OfficePart>
  )
}

type Listed = ContractorDetail['offers'][number]

function History({ offers }: { offers: readonly Listed[] }) {
  return (
    <OfficePart heading="Offers">
      {offers.length === 0 && <p className="office-about">They were not offered anything yet.</p>}
      <ul className="offer-history">
        {offers.map((offer) => (
          <li key={offer.id}>
            <p>
              <a href={leadPagePath(offer.leadId)}>
                <bdi>{offer.leadName}</bdi>
              </a>{' '}
              · {serviceLabel(offer.service)}
              {offer.town && `, ${offer.town}`}
            </p>
            <p className="by">
              {offerStateLabels[offer.state]}
              {offer.declineReason && `: ${declineReasonLabels[offer.declineReason].toLowerCase()}`}
              {offer.state === 'accepted' && `, ${outcomeLabels[offer.outcome].toLowerCase()}`}
              {' · '}
              {offer.reference} · <ExactTime at={offer.offeredAt} isMuted />
            </p>
          </li>
        ))}
      </ul>
    </OfficePart>
  )
}

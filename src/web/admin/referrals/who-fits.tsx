import { Link } from 'wouter'
import { formatPhone, mailHref, telHref } from '#/contracts/leads/contact-details.ts'
import type { RankedContractor, Ranking } from '#/contracts/referrals/contractors.ts'
import { adminPaths, apiPaths, leadPath } from '#/contracts/routes.ts'
import { PhoneNumber } from '../../ui/phone-text.tsx'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Loading, QueryFailure } from '../shell/query-states.tsx'
import { useServerData } from '../shell/server-data.ts'
import { useOffer, useReferral } from './use-referral.ts'

/** The number that is shown at first. */
const mostShown = 3

/** The contractors who fit a lead, the one to be asked first at the top, with the reasons. */
export function WhoFits({ lead }: SectionProps) {
  const path = leadPath(apiPaths.leadContractors, lead.id)
  const query = useServerData<Ranking>(path, { staleTime: 0 })
  const isOpen = useReferral(lead.id).data?.outcome === 'open'
  return (
    <PanelSection heading="Who fits" className="who-fits">
      <QueryFailure query={query} text="Failed to fetch who fits" />
      {query.isPending && <Loading />}
      {query.data && <Ranked leadId={lead.id} mayOffer={isOpen} {...query.data} />}
    </PanelSection>
  )
}

/** What is done, lost or matched is not offered any more. */
type Offering = { leadId: number; mayOffer: boolean }

function Ranked({ town, fitting, others, counts, ...offering }: Ranking & Offering) {
  if (counts.fitting + counts.others === 0) {
    return (
      <p className="by">
        No contractor on the list does this{town && ` in ${town}`}.{' '}
        <Link href={adminPaths.contractors}>See the contractors</Link>
      </p>
    )
  }
  return (
    <>
      {town === null && (
        <p className="by">The town is unknown, so everyone who does this service is listed.</p>
      )}
      {fitting.length === 0 && <p className="by">No one can be asked right now.</p>}
      <Contractors {...offering} contractors={fitting.slice(0, mostShown)} />
      <More
        {...offering}
        label={`${counts.fitting - mostShown} more who fit`}
        contractors={fitting.slice(mostShown)}
      />
      <More {...offering} label={`${counts.others} who cannot be asked now`} contractors={others} />
    </>
  )
}

type ListProps = Offering & { contractors: readonly RankedContractor[] }

function More({ label, ...list }: ListProps & { label: string }) {
  if (list.contractors.length === 0) return null
  return (
    <details className="who-more opener">
      <summary>{label}</summary>
      <Contractors {...list} />
    </details>
  )
}

function Contractors({ contractors, ...offering }: ListProps) {
  if (contractors.length === 0) return null
  return (
    <ol className="who-list">
      {contractors.map((contractor) => (
        <ContractorThatFits key={contractor.id} {...offering} contractor={contractor} />
      ))}
    </ol>
  )
}

type ContractorProps = Offering & { contractor: RankedContractor }

function ContractorThatFits({ leadId, mayOffer, contractor }: ContractorProps) {
  const offer = useOffer(leadId)
  const { id, isEligible, companyName, contactName, phone, email, reasons, obstacles } = contractor
  return (
    <li className="who">
      <p className="strong">
        <bdi>{companyName}</bdi>
      </p>
      {obstacles.length > 0 && <p className="problem">{obstacles.join('. ')}.</p>}
      <p className="fine">{reasons.join('. ')}.</p>
      <p className="contact-line">
        <bdi>{contactName}</bdi>
        <a href={telHref(phone)}>
          <PhoneNumber number={formatPhone(phone)} />
        </a>
        <a href={mailHref(email)}>{email}</a>
      </p>
      {mayOffer && isEligible && (
        <button
          className="row-button"
          type="button"
          disabled={offer.isPending}
          onClick={() => offer.mutate(id)}
        >
          Offer<span className="hidden-text"> this request to {companyName}</span>
        </button>
      )}
    </li>
  )
}

import { Link } from 'wouter'
import { api } from '#/contracts/endpoints/api.ts'
import { recordDays } from '#/contracts/referrals/contractor-limits.ts'
import type { RankedContractor, Ranking } from '#/contracts/referrals/contractors.ts'
import { adminPaths } from '#/contracts/routes.ts'
import { durationText, shortTime } from '../../dates.ts'
import { Button } from '../../ui/button.tsx'
import { Opener } from '../../ui/lists.tsx'
import { ContactLine } from '../shell/contact-line.tsx'
import { counted } from '../shell/counts.ts'
import { OfficeRow } from '../shell/page-parts.tsx'
import { PanelSection, type SectionProps } from '../shell/panel-frame.tsx'
import { Time } from '../shell/times.tsx'
import { useChange } from '../shell/use-api.ts'

/** The number that is shown at first. */
const mostShown = 3

/** The contractors who fit a lead that is open, the one to be asked first at the top, with what tells them apart. */
export function WhoFits({ lead, onOpen }: SectionProps) {
  const { joinedTo, stage, ranking } = lead
  const isJoined = stage === 'joined' && joinedTo !== null
  if (!isJoined && !ranking) return null
  return (
    <PanelSection heading="Matching contractors">
      {isJoined && (
        <p className="by">
          It’s joined to request {joinedTo}.{' '}
          <Button look="text" onPress={() => onOpen(joinedTo)}>
            Open it<span className="hidden-text">: request {joinedTo}</span>
          </Button>
        </p>
      )}
      {ranking && <Ranked leadId={lead.id} {...ranking} />}
    </PanelSection>
  )
}

function Ranked({ town, reasons, fitting, others, leadId }: Ranking & { leadId: number }) {
  if (fitting.length + others.length === 0) {
    return (
      <p className="by">
        No contractor on the list does this work{town && ` in ${town}`}.{' '}
        <Link href={adminPaths.contractors}>See the contractors</Link>
      </p>
    )
  }
  const listOf = (contractors: readonly RankedContractor[]) => (
    <ul className="ruled-list">
      {contractors.map((each) => (
        <ContractorThatFits key={each.id} leadId={leadId} contractor={each} />
      ))}
    </ul>
  )
  const more = fitting.slice(mostShown)
  return (
    <>
      <p className="by">
        {[...reasons, ...(fitting.length > 1 ? ['Listed in the order we’ll ask'] : [])].join('. ')}.
      </p>
      {fitting.length === 0 && <p className="by">No one can be asked right now.</p>}
      {listOf(fitting.slice(0, mostShown))}
      {more.length > 0 && <Opener line={`${more.length} more available`}>{listOf(more)}</Opener>}
      {others.length > 0 && <Opener line={`${others.length} unavailable`}>{listOf(others)}</Opener>}
    </>
  )
}

type ContractorProps = { leadId: number; contractor: RankedContractor }

/** Who it is with the button, the figures, and how to reach them. */
function ContractorThatFits({ leadId, contractor }: ContractorProps) {
  const { id, isEligible, companyName, obstacles, figures, stars, ratings } = contractor
  const { ended, answered, medianMinutes, lastOfferedAt } = figures
  const offer = useChange(api.leadOffers, {
    send: (contractorId: number) => ({ params: { leadId }, body: { contractorId } }),
    success: 'The offer is on its way',
    failure: 'Failed to offer this request',
  })
  const share = `${Math.round((100 * answered) / ended)}% (${answered} of ${ended} in ${recordDays} days)`
  const said = [
    `Answers: ${ended === 0 ? `none yet in ${recordDays} days` : share}`,
    medianMinutes !== null && `Speed: ${durationText(medianMinutes)} (median)`,
    `Stars: ${stars === null ? 'none yet' : `${stars.toFixed(1)} (${counted(ratings, 'rating')})`}`,
  ]
  return (
    <OfficeRow
      title={<bdi>{companyName}</bdi>}
      about={
        <>
          <p className="by">
            {said.filter(Boolean).join(' · ')} · Last asked:{' '}
            {lastOfferedAt ? (
              <Time at={lastOfferedAt} show={shortTime} />
            ) : (
              `not in ${recordDays} days`
            )}
          </p>
          {obstacles.length > 0 && <p className="problem">{obstacles.join('. ')}.</p>}
          <ContactLine of={contractor} />
        </>
      }
    >
      {isEligible && (
        <Button
          about={`this request to ${companyName}`}
          isOff={offer.isPending}
          onPress={() => offer.mutate(id)}
        >
          Offer
        </Button>
      )}
    </OfficeRow>
  )
}

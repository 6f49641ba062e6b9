import { Link } from 'wouter'
import { api } from '#/contracts/endpoints/api.ts'
import { formatCents } from '#/contracts/money/amounts.ts'
import { recordDays } from '#/contracts/referrals/contractor-limits.ts'
import type { ContractorDetail, ContractorEntry } from '#/contracts/referrals/contractors.ts'
import { statementPagePath } from '#/contracts/routes.ts'
import { contractorFacts } from '../../contractor/contractor-figures.tsx'
import { Button } from '../../ui/button.tsx'
import { FactList } from '../../ui/lists.tsx'
import { ContactLine } from '../shell/contact-line.tsx'
import { counted } from '../shell/counts.ts'
import { SentLink } from '../shell/page-parts.tsx'
import { OfficePart } from '../shell/part-form.tsx'
import { Fetched } from '../shell/query-states.tsx'
import { RemoveButton } from '../shell/remove-button.tsx'
import { Time } from '../shell/times.tsx'
import { useChange, useData, useTowns } from '../shell/use-api.ts'
import { Standing } from './contractor-list.tsx'
import { OfferList } from './contractor-offers.tsx'
import { FocusedHeading, headingId } from './focused-heading.tsx'

type DetailProps = { contractor: ContractorEntry; onDone: () => void; onEdit: () => void }

/** One contractor: what is stored of them, their figures, what they have in hand and were offered. */
export function ContractorDetailPage({ contractor, onDone, onEdit }: DetailProps) {
  const { id, companyName, standing } = contractor
  const params = { contractorId: id }
  const query = useData(api.contractorDetail, params, { refetchOnMount: 'always' })
  const { mutate: remove } = useChange(api.removeContractor, {
    send: () => ({ params }),
    success: 'The contractor was removed',
    failure: 'Failed to remove the contractor',
  })
  return (
    <section className="column contractors" aria-labelledby={headingId}>
      <FocusedHeading>
        <bdi>{companyName}</bdi>
      </FocusedHeading>
      <Standing of={standing} />
      <ContactLine of={contractor} />
      <div className="row">
        <Button onPress={onDone}>All contractors</Button>
        <Button onPress={onEdit}>Edit</Button>
        <RemoveButton
          subject={companyName}
          question="Remove this contractor?"
          consequence="They disappear from every list and get no more offers. To stop offers for a while, pause them instead."
          onRemove={() => {
            onDone()
            remove()
          }}
        />
      </div>
      <Fetched query={query} failure="Failed to fetch the contractor">
        {(detail) => (
          <div className="columns">
            <div className="column">
              <OfferList kind="open" offers={detail.open} />
              <OfferList kind="jobs" offers={detail.jobs} />
            </div>
            <div className="column">
              <Record contractor={contractor} detail={detail} />
              <Balance id={id} cents={detail.balanceCents} />
              <PageLinks contractor={contractor} links={detail.links} />
            </div>
            <OfferList kind="past" offers={detail.past} />
          </div>
        )}
      </Fetched>
    </section>
  )
}

type RecordProps = { contractor: ContractorEntry; detail: ContractorDetail }

/** What is stored of them, their figures, what came of their jobs, and what keeps offers away. */
function Record({ contractor, detail: { figures, obstacles } }: RecordProps) {
  const { licenseNumber, notes, work } = contractor
  const { jobsInHand, jobsDone, stars, ratings, incomeCents } = work
  return (
    <OfficePart heading="Their numbers">
      <p className="office-about">
        {obstacles.length === 0
          ? 'They’re getting offers.'
          : `No new offers right now: ${obstacles.join('; ')}.`}
      </p>
      <FactList
        facts={[
          ['License number', licenseNumber],
          ['Jobs', `${jobsInHand} active, ${jobsDone} done in ${recordDays} days`],
          [
            'Stars',
            stars === null
              ? 'No ratings yet'
              : `${stars.toFixed(1)} from ${counted(ratings, 'rating')}`,
          ],
          ['Revenue', `${formatCents(incomeCents)} in ${recordDays} days`],
          ['Notes', notes],
        ]}
      />
      <p className="office-about">What they see on their own page:</p>
      <FactList facts={contractorFacts({ figures, profile: contractor }, useTowns())} />
    </OfficePart>
  )
}

function Balance({ id, cents }: { id: number; cents: number }) {
  return (
    <OfficePart heading="Statement">
      <p>
        {cents === 0 && 'They owe nothing.'}
        {cents > 0 && `They owe ${formatCents(cents)}.`}
        {cents < 0 && `They have a credit of ${formatCents(-cents)}.`}{' '}
        <Link className="text-button" href={statementPagePath(id)}>
          See the statement
        </Link>
      </p>
    </OfficePart>
  )
}

type PageLinksProps = { contractor: ContractorEntry; links: ContractorDetail['links'] }

function PageLinks({ contractor: { id, companyName, email }, links }: PageLinksProps) {
  const params = { contractorId: id }
  const send = useChange(api.sendContractorPage, {
    send: () => ({ params }),
    success: ({ outcome }) => (outcome === 'sent' ? 'Their page was sent' : ''),
    failure: 'Failed to send the page',
  })
  const { mutate: revoke, isPending } = useChange(api.revokeContractorLinks, {
    send: () => ({ params }),
    success: 'The links were revoked',
    failure: 'Failed to revoke the links',
    // The one that was shown works no more.
    onAnswer: send.reset,
  })
  return (
    <OfficePart heading="Their page">
      <p className="office-about">
        Every email to them has a link to their own page: offers, jobs and these numbers.{' '}
        {links.count === 0
          ? 'No link works right now.'
          : `${links.count === 1 ? '1 link works' : `${links.count} links work`} now.`}{' '}
        {links.newestAt && (
          <>
            The newest is from <Time at={links.newestAt} />.
          </>
        )}
      </p>
      <div className="actions">
        <Button look="line" isBusy={send.isPending} onPress={() => send.mutate()}>
          {send.isPending ? 'Sending…' : 'Send them their page'}
        </Button>
        {links.count > 0 && !isPending && (
          <RemoveButton
            subject={companyName}
            verb="Revoke links"
            question="Revoke all their links?"
            consequence={`Every link we sent to ${email} stops working, including links to offers and jobs. Then send them their page again.`}
            onRemove={() => revoke()}
          />
        )}
      </div>
      {send.data && !send.isPending && (
        <SentLink {...send.data}>Anyone who has it can answer for them.</SentLink>
      )}
    </OfficePart>
  )
}

import { offerPage } from '#/content/offer-page.ts'
import type { OfferView } from '#/contracts/referrals/offer-view.ts'
import { TokenPage } from '../request/token-page.tsx'
import { CallLink } from '../site/contact-links.tsx'
import { PageHero } from '../site/page-hero.tsx'
import { useWords } from '../words.ts'
import { AcceptedOffer } from './accepted-offer.tsx'
import { OpenOffer } from './open-offer.tsx'

/** An offer that has ended. It says nothing of the lead. */
function EndedOffer({ state }: OfferView & { state: keyof typeof offerPage.ended }) {
  const { heading, text } = offerPage.ended[state]
  return (
    <PageHero heading={heading} text={text}>
      <CallLink className="btn btn-line" text={offerPage.call} />
      <p className="hint">{offerPage.questions}</p>
    </PageHero>
  )
}

function bodyOf(offer: OfferView) {
  if (offer.state === 'open') return <OpenOffer offer={offer} />
  if (offer.state === 'accepted') return <AcceptedOffer offer={offer} />
  return <EndedOffer {...offer} />
}

/** The page of an offer, for its contractor: the offer with its forms, the lead, or that it has ended. */
export function OfferPage({ offer }: { offer: OfferView }) {
  const fill = useWords()
  const title = offerPage.title.replace('{company}', () => offer.companyName)
  return <TokenPage title={fill(`${title} | {name}`)}>{bodyOf(offer)}</TokenPage>
}
